import type { TileSource } from './types';

/**
 * Games on tiles in links:
 *
 *   #/tiles                     the first level of the first game
 *   #/tiles/GAME/N/STEPS        a level of a game that comes with the program
 *   #/tiles/own/CODE/STEPS      rules and board of one's own, in the link itself
 */

export type TileLink = { game: string; number: number; moves: string } | { own: TileSource; moves: string };

/** What a link asks for; a code that is none is told. */
export function readTileLink(parts: string[]): TileLink {
  const [, game = '', which = '', moves = ''] = parts;
  if (game !== 'own') return { game: decodeURIComponent(game), number: Number(which) || 1, moves };
  try {
    const bytes = Uint8Array.from(atob(which.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const { rules, board } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof rules !== 'string' || typeof board !== 'string') throw new Error();
    return { own: { rules, board }, moves };
  } catch {
    throw new Error('This link is damaged: its game cannot be read.');
  }
}

/** The fragment of a game as it stands. */
export function tileLink(source: TileSource, number: number, moves: string): string {
  const end = moves === '' ? '' : `/${moves}`;
  if (source.rules === undefined) return `#/tiles/${encodeURIComponent(source.game ?? '')}/${number}${end}`;
  const bytes = new TextEncoder().encode(JSON.stringify({ rules: source.rules, board: source.board }));
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#/tiles/own/${code.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}${end}`;
}
