import { tell } from './announce.svelte';
import { settings, themeNow } from './settings.svelte';
import { type Sheet, cut, loadImage } from './sheet';

/**
 * The skin of the tiles: one of our own, in the colours of the theme or in others, or a
 * sheet that the player has picked. A sheet is kept in this browser and goes nowhere.
 */

const KEY = 'sokoscope.sheet';

class SkinStore {
  /** The tiles of the player's sheet, while it is the skin. */
  sheet = $state.raw<Sheet | null>(null);
  /** Whether there is a sheet to choose. */
  hasSheet = $state(read() !== null);

  /** The colours of the tile set now. */
  colours = $derived(settings.tiles === 'light' || settings.tiles === 'dark' || settings.tiles === 'contrast' ? settings.tiles : themeNow());

  /** Shows what the settings say. */
  async apply(): Promise<void> {
    const address = settings.tiles === 'sheet' ? read() : null;
    if (address === null) {
      this.sheet = null;
      return;
    }
    try {
      const image = await loadImage(address);
      this.sheet = cut(image, image.naturalWidth, image.naturalHeight);
    } catch (problem) {
      settings.tiles = 'theme';
      tell((problem as Error).message);
    }
  }

  /** Takes an image of the player's as the skin, if it is a sheet. */
  async take(file: Blob): Promise<void> {
    try {
      const address = await asAddress(file);
      const image = await loadImage(address);
      this.sheet = cut(image, image.naturalWidth, image.naturalHeight);
      keep(address);
      this.hasSheet = true;
      settings.tiles = 'sheet';
      tell('The skin sheet is on the board, and kept in this browser.');
    } catch (problem) {
      tell((problem as Error).message);
    }
  }
}

function asAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(address: string): void {
  try {
    localStorage.setItem(KEY, address);
  } catch {
    tell('This sheet is too large to be kept; it is gone after a reload.');
  }
}

export const skin = new SkinStore();
