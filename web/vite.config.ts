import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed, site } from './site/build.ts';

// The page of the local server goes to dist; `--mode site` makes the one that needs no
// server, with addresses that work below any path.
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    plugins: [svelte(), isSite ? site() : compressed()],
    base: isSite ? './' : '/',
    worker: { format: 'es' as const },
    build: { target: 'es2022', assetsInlineLimit: 0, outDir: isSite ? 'site-dist' : 'dist' },
  };
});
