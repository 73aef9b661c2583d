import { mount } from 'svelte';
import App from './App.svelte';
import { isSite } from './backend';
import './style/base.css';
import './style/tiles.css';
import './style/board.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

// Where no server is, the page is stored to be opened without a network.
if (isSite && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('offline.js').catch(() => undefined));
}
