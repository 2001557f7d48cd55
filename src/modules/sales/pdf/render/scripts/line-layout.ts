import type { FontName } from '../fonts';
import { type Direction, directionOf, inVisualOrder, levelsOf } from './bidi';
import type { Face } from './face';
import type { FontChain } from './font-chain';
import type { Glyph } from './harfbuzz';
import { itemsOf } from './items';

/** Glyphs of one face that stand side by side. */
export interface Run {
  readonly face: Face;
  readonly level: number;
  readonly glyphs: readonly Glyph[];
  /** Indices in the line of its first character, and behind its last one. */
  readonly start: number;
  readonly end: number;
  /** In em. */
  readonly width: number;
}

/** A line as it is drawn, from left to right. */
export interface Line {
  readonly runs: readonly Run[];
  /** In em. */
  readonly width: number;
}

/** What is said of a document's text as a whole. */
export interface TextOptions {
  /** ISO 639-1. */
  readonly language: string;
  /** For text without letters. */
  readonly direction: Direction;
}

/** Turns lines into runs of glyphs, each line once. */
export class LineLayout {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly chain: FontChain,
    private readonly options: TextOptions,
  ) {}

  line(text: string, name: FontName): Line {
    const key = `${name} ${text}`;
    const known = this.lines.get(key);
    if (known) return known;
    const runs = inVisualOrder(this.runsOf(text, name));
    const made = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
    this.lines.set(key, made);
    return made;
  }

  private runsOf(text: string, name: FontName): Run[] {
    const { language, direction } = this.options;
    const levels = levelsOf(text, directionOf(text, direction));
    const items = itemsOf(text, name, this.chain, levels) ?? [];
    return items.map(({ face, start, end, level }) => {
      const { shaper } = face;
      const isRightToLeft = level % 2 === 1;
      const glyphs = shaper.shape({ text, start, end, isRightToLeft, language });
      const advance = glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      return { face, level, glyphs, start, end, width: advance / shaper.unitsPerEm };
    });
  }
}
