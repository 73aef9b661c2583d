import { settings } from './settings.svelte';

/** Small sounds, made here and now by the browser; there are no files. Off at first. */

export type Sound = 'walk' | 'push' | 'home' | 'bump' | 'solved';

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** A second of noise, the same each time. */
function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = (seed / 2147483647) * 2 - 1;
  }
  return noise;
}

function swell(audio: AudioContext, volume: number, start: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + Math.min(0.012, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  return gain;
}

/** Noise around a pitch: feet and wood on stone. */
function scrape(audio: AudioContext, pitch: number, volume: number, length: number): void {
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  source.connect(filter).connect(swell(audio, volume, audio.currentTime, length));
  source.start(0, 0.1, length);
}

function note(audio: AudioContext, pitch: number, volume: number, after: number, length: number): void {
  const source = audio.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  const start = audio.currentTime + after;
  source.connect(swell(audio, volume, start, length));
  source.start(start);
  source.stop(start + length);
}

const sounds: Record<Sound, (audio: AudioContext) => void> = {
  walk: (audio) => scrape(audio, 900, 0.05, 0.05),
  push: (audio) => scrape(audio, 260, 0.22, 0.14),
  bump: (audio) => note(audio, 90, 0.2, 0, 0.09),
  home: (audio) => [523, 784].forEach((pitch, i) => note(audio, pitch, 0.12, i * 0.07, 0.22)),
  solved: (audio) => [523, 659, 784, 1047].forEach((pitch, i) => note(audio, pitch, 0.14, i * 0.11, 0.5)),
};

export function sound(name: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  sounds[name](context);
}
