import { WasmLibrary } from './wasm-library';

const READ_ONLY = 1;
const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
/** Characters that a reader does not see leave no glyph. */
const REMOVE_DEFAULT_IGNORABLES = 8;
/** Each glyph says which character it comes from; marks count by themselves. */
const MONOTONE_CHARACTERS = 1;
/** Words (32 bits) of a glyph's information, and of its position. */
const WORDS = 5;

/** A glyph as it is to be drawn; lengths are units of the font. */
export interface Glyph {
  readonly id: number;
  /** Index in the text (UTF-16) of the first character that it stands for. */
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Text of one direction and script within a line. */
export interface Segment {
  /** The whole line: letters join with what stands beside them. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isRightToLeft: boolean;
  /** ISO 639-1: some languages have their own shapes of a letter. */
  readonly language: string;
}

let library: WasmLibrary | undefined;

/** A font that HarfBuzz shapes text with, until it is closed. */
export class HarfBuzzFont {
  private readonly data: number;
  private readonly face: number;
  private readonly font: number;

  constructor(bytes: Uint8Array) {
    const hb = harfbuzz();
    this.data = hb.copyIn(bytes);
    const blob = hb.fn('hb_blob_create')(this.data, bytes.length, READ_ONLY, 0, 0);
    this.face = hb.fn('hb_face_create')(blob, 0);
    this.font = hb.fn('hb_font_create')(this.face);
    hb.fn('hb_blob_destroy')(blob);
  }

  /** Units of an em. */
  get unitsPerEm(): number {
    return harfbuzz().fn('hb_face_get_upem')(this.face);
  }

  has(codePoint: number): boolean {
    const hb = harfbuzz();
    const glyph = hb.fn('malloc')(4);
    const isThere = hb.fn('hb_font_get_nominal_glyph')(this.font, codePoint, glyph) !== 0;
    hb.fn('free')(glyph);
    return isThere;
  }

  /** How wide a glyph is by itself. */
  widthOf(glyph: number): number {
    return harfbuzz().fn('hb_font_get_glyph_h_advance')(this.font, glyph);
  }

  /** The glyphs of a part of a line, from left to right. */
  shape({ text, start, end, isRightToLeft, language }: Segment): Glyph[] {
    const hb = harfbuzz();
    const buffer = hb.fn('hb_buffer_create')();
    const units = hb.copyIn(new Uint8Array(Buffer.from(text, 'utf16le')));
    const name = Buffer.from(language, 'latin1');
    const spoken = hb.copyIn(name);
    hb.fn('hb_buffer_set_cluster_level')(buffer, MONOTONE_CHARACTERS);
    hb.fn('hb_buffer_set_flags')(buffer, REMOVE_DEFAULT_IGNORABLES);
    hb.fn('hb_buffer_set_direction')(buffer, isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
    hb.fn('hb_buffer_set_language')(buffer, hb.fn('hb_language_from_string')(spoken, name.length));
    hb.fn('hb_buffer_add_utf16')(buffer, units, text.length, start, end - start);
    hb.fn('hb_buffer_guess_segment_properties')(buffer);
    hb.fn('hb_shape')(this.font, buffer, 0, 0);
    const glyphs = glyphsOf(hb, buffer);
    hb.fn('hb_buffer_destroy')(buffer);
    hb.fn('free')(spoken);
    hb.fn('free')(units);
    return glyphs;
  }

  close(): void {
    const hb = harfbuzz();
    hb.fn('hb_font_destroy')(this.font);
    hb.fn('hb_face_destroy')(this.face);
    hb.fn('free')(this.data);
  }
}

function harfbuzz(): WasmLibrary {
  return (library ??= new WasmLibrary(require.resolve('harfbuzzjs/dist/harfbuzz.wasm')));
}

function glyphsOf(hb: WasmLibrary, buffer: number): Glyph[] {
  const count = hb.fn('hb_buffer_get_length')(buffer);
  const infosAt = hb.fn('hb_buffer_get_glyph_infos')(buffer, 0);
  const positionsAt = hb.fn('hb_buffer_get_glyph_positions')(buffer, 0);
  const infos = hb.words(infosAt, count * WORDS);
  const positions = hb.words(positionsAt, count * WORDS);
  const at = (words: Int32Array, glyph: number, word: number): number =>
    words[glyph * WORDS + word] as number;
  return Array.from({ length: count }, (_, glyph) => ({
    id: at(infos, glyph, 0),
    cluster: at(infos, glyph, 2),
    xAdvance: at(positions, glyph, 0),
    xOffset: at(positions, glyph, 2),
    yOffset: at(positions, glyph, 3),
  }));
}
