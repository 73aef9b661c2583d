import type { Cell, Mark, Slot } from '../board/types';
import { say, tell, voice } from './announce.svelte';
import { attempt } from './attempt.svelte';
import { type BarredPush, barred } from './barred.svelte';
import { pushes } from './counts';
import { game } from './game.svelte';
import { Job } from './jobs.svelte';
import { server } from './server';
import { settings } from './settings.svelte';
import type { Catalogue, GameBody, Judgement, Overlay, Preset } from './types';

/** Moves after which a game was last known to be solvable, and first lost. */
interface TurningPoint {
  solvable?: number | null;
  lost?: number | null;
}

/** The setting by which arrows belong to the box under the pointer alone. */
export const ONLY_POINTED_AT = -1;

/** Arrows of the other boxes while no box is pointed at. */
const FADED = 60;

/** A list without a name, or with it if it was not there. */
function toggled(names: string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

/** The layers shown now, and the alert. */
class AssistStore {
  catalogue = $state.raw<Catalogue>({ layers: [], presets: [], meanings: { tints: {}, arrows: {} } });
  overlays = $state.raw<Overlay[]>([]);
  /** The cell that the player points at, for layers that need one. */
  focus = $state<Cell | null>(null);
  /** A layer asked for once, by a right click or a long press. */
  asked = $state<string | null>(null);
  /** Arrows of the map, while it is open and no arrow layer is on. */
  fromMap = $state.raw<Mark[]>([]);
  /** The search behind the alert, at its highest level. */
  search = new Job<Judgement>(true);
  back = new Job<TurningPoint>();
  /** A game that was found to be lost after so many moves. */
  private lost = $state.raw<{ moves: string; at: number } | null>(null);
  /** Where the game was when the alert was put away. */
  private quietAt = $state('');

  areas = $derived(this.catalogue.layers.filter((layer) => layer.kind === 'area'));
  arrows = $derived(this.catalogue.layers.filter((layer) => layer.kind === 'arrow'));
  /** The areas that are on: those chosen, or the one asked for. */
  areasOn = $derived(this.asked ? [this.asked] : settings.areas);

  wanted = $derived.by(() => {
    const names = [...this.areasOn, ...settings.arrows, settings.alert === 'off' ? '' : 'alert'];
    return names.filter((name) => this.catalogue.layers.some((layer) => layer.name === name));
  });

  /** What is shown beside the alert, each with its place among those of its kind. */
  shown = $derived.by<{ overlay: Overlay; slot: Slot }[]>(() => {
    const isArea = (overlay: Overlay) => this.areas.some((layer) => layer.name === overlay.layer);
    const overlays = this.overlays.filter((one) => one.layer !== 'alert');
    return overlays.map((overlay) => {
      const alike = overlays.filter((other) => isArea(other) === isArea(overlay));
      return { overlay, slot: { index: alike.indexOf(overlay), count: alike.length } };
    });
  });

  needsFocus = $derived(this.catalogue.layers.some((layer) => layer.needsFocus && this.wanted.includes(layer.name)));

  alert = $derived.by(() => {
    const overlay = this.overlays.find((one) => one.layer === 'alert');
    const isQuiet = this.quietAt === game.moves.slice(0, game.cursor);
    return overlay && overlay.tints.length > 0 && !isQuiet && settings.alert !== 'off' ? overlay : null;
  });

  guilty = $derived(this.alert ? [...this.alert.tints.map((tint) => tint.cell), ...this.alert.walls] : []);

  marks = $derived.by<Mark[]>(() => {
    const marks: Mark[] = [];
    for (const { overlay, slot } of this.shown) {
      for (const { cell, kind, strength } of overlay.tints) marks.push({ shape: 'tint', cell, kind, strength, slot });
      for (const { from, to, kind, strength: full, reason } of overlay.arrows) {
        const strength = settings.nearest === ONLY_POINTED_AT && from !== this.focus ? FADED : full;
        if (strength === FADED && this.isBoxAt(this.focus)) continue;
        marks.push({ shape: 'arrow', from, to, kind, strength, label: reason ?? undefined, slot });
      }
      // The numbers of arrows stand on their boxes, which areas leave free.
      const place = overlay.arrows.length === 0 ? slot : undefined;
      for (const { cell, text } of overlay.labels) marks.push({ shape: 'label', cell, kind: overlay.layer, label: text, slot: place });
    }
    const told = barred.told(this.barredPushes).map((push): Mark => ({ shape: 'ring', cell: push.to, kind: 'why' }));
    return [...marks, ...told, ...(settings.arrows.length > 0 ? [] : this.fromMap)];
  });

  /** The pushes that are proved to lose, each with its reason. */
  barredPushes = $derived<BarredPush[]>(
    this.shown.flatMap(({ overlay }) =>
      overlay.arrows.flatMap(({ from, to, reason }) => (reason === null ? [] : [{ from, to, reason }])),
    ),
  );

  private isBoxAt(cell: Cell | null): boolean {
    return game.scene.boxes.some((piece) => piece.cell === cell);
  }

  async load(): Promise<void> {
    if (this.catalogue.layers.length === 0) this.catalogue = await server.catalogue();
  }

  /** Asks for the layers of a position; an answer that comes late is dropped. The first
   * answer comes at once; where tests were left out, a second one follows. */
  refresh(body: GameBody, wanted: string[], focus: Cell | null, nearest: number): () => void {
    if (wanted.length === 0 || body.mode !== 'forward' || !body.level) {
      this.overlays = [];
      return () => undefined;
    }
    let isStale = false;
    const ask = async (patient: boolean): Promise<void> => {
      const overlays = await server.layers(body, wanted, focus, nearest > 0 ? nearest : null, patient);
      if (isStale) return;
      this.take(overlays);
      if (!patient && overlays.some((overlay) => !overlay.complete)) await ask(true);
    };
    const timer = window.setTimeout(() => void ask(false).catch(() => undefined), 15);
    return () => {
      isStale = true;
      window.clearTimeout(timer);
    };
  }

  /** Lets a solver look at a position in the background, after a pause. */
  watch(body: GameBody): () => void {
    const timer = window.setTimeout(() => {
      void this.search.start({ type: 'judge', game: body, seconds: 20 });
    }, 400);
    return () => {
      window.clearTimeout(timer);
      this.search.clear();
    };
  }

  /** What the search knows: solvable, lost, or not known. */
  verdict = $derived.by<{ kind: 'good' | 'bad' | 'warn'; text: string } | null>(() => {
    if (settings.alert !== 'search' || game.mode !== 'forward') return null;
    const result = this.search.result;
    if (this.search.running) return { kind: 'warn', text: '? A search is looking at this position.' };
    if (!result) return null;
    if (result.outcome === 'solvable') return { kind: 'good', text: `✓ Solvable: a solution with ${pushes(result.pushes ?? 0)} is known.` };
    if (result.outcome === 'lost') return { kind: 'bad', text: `✕ Lost, and that is proved. ${result.reason ?? ''}` };
    return { kind: 'warn', text: '? Unknown: the search ended without an answer.' };
  });

  private take(overlays: Overlay[]): void {
    const before = this.alert?.sentences[0];
    this.overlays = overlays;
    const now = this.alert?.sentences[0] ?? '';
    if (now && !before) attempt.lost(game.nPushes);
    if (now !== before) voice.alert = now ? `Deadlock. ${now}` : '';
  }

  /** After how many of these moves the game was lost, where that is known. */
  lostAt(moves: string): number | null {
    return this.lost && moves.startsWith(this.lost.moves) ? this.lost.at : null;
  }

  toggleArea(name: string): void {
    this.asked = null;
    settings.areas = toggled(settings.areas, name);
    this.tellToggle(name, settings.areas.includes(name));
  }

  toggleArrow(name: string): void {
    settings.arrows = toggled(settings.arrows, name);
    this.tellToggle(name, settings.arrows.includes(name));
  }

  titleOf(name: string): string {
    return this.catalogue.layers.find((layer) => layer.name === name)?.title ?? name;
  }

  private tellToggle(name: string, isOn: boolean): void {
    say(`${this.titleOf(name)} ${isOn ? 'on' : 'off'}.`);
  }

  preset(name: string): void {
    const preset = this.catalogue.presets.find((one) => one.name === name);
    if (!preset) return;
    const of = (kind: string) => preset.layers.filter((layer) => this.catalogue.layers.some((one) => one.name === layer && one.kind === kind));
    this.asked = null;
    settings.areas = of('area');
    settings.arrows = of('arrow');
    settings.alert = of('alert').length > 0 ? 'proofs' : 'off';
    settings.nearest = preset.nearest ?? 0;
    say(`Preset ${name}: ${preset.summary}.`);
  }

  /** Whether everything is as a preset would set it. */
  isPreset(preset: Preset): boolean {
    const shown = [...settings.areas, ...settings.arrows, ...(settings.alert === 'proofs' ? ['alert'] : [])];
    const isSame = shown.length === preset.layers.length && preset.layers.every((layer) => shown.includes(layer));
    return isSame && settings.alert !== 'search' && (settings.arrows.length === 0 || settings.nearest === (preset.nearest ?? 0));
  }

  off(): void {
    this.asked = null;
    settings.areas = [];
    settings.arrows = [];
  }

  hush(): void {
    this.quietAt = game.moves.slice(0, game.cursor);
  }

  /** Goes back to the last position known to be solvable, or at least to
   * before the first one known to be lost. */
  async goBack(): Promise<void> {
    const moves = game.moves.slice(0, game.cursor);
    const point = await this.back.start({ type: 'back', game: game.body, seconds: 8 });
    if (!point) return this.back.error ? tell(this.back.error) : undefined;
    const { solvable, lost } = point;
    if (lost === null || lost === undefined) return tell('Nothing is proved lost here.');
    if (lost === 0) return tell('This level was lost from its start.');
    this.lost = { moves, at: lost };
    game.goTo(solvable ?? lost - 1);
    say(solvable === null ? 'Back to before it was lost.' : 'Back to the last position known to be solvable.');
  }
}

export const assist = new AssistStore();
