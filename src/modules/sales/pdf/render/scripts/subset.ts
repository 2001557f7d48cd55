import { tag, WasmLibrary } from './wasm-library';

/** Keeps the numbers of glyphs: what is shaped with the subset is what is shaped with the whole font. */
const RETAIN_GLYPH_IDS = 0x02;
/** fontkit needs the shape of the glyph that stands for a missing one. */
const NOTDEF_OUTLINE = 0x40;
const READ_ONLY = 1;

let library: WasmLibrary | undefined;

/**
 * The part of a font that has some characters and all glyphs that they can become, at one weight where the font
 * has several.
 * @param font TrueType or OpenType
 * @param weight 1 to 1000
 */
export function subsetOf(
  font: Uint8Array,
  codePoints: Iterable<number>,
  weight: number,
): Uint8Array {
  library ??= new WasmLibrary(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const hb = library;
  const data = hb.copyIn(font);
  const blob = hb.fn('hb_blob_create')(data, font.length, READ_ONLY, 0, 0);
  const face = hb.fn('hb_face_create')(blob, 0);
  const input = hb.fn('hb_subset_input_create_or_fail')();
  const wanted = hb.fn('hb_subset_input_unicode_set')(input);
  for (const codePoint of codePoints) hb.fn('hb_set_add')(wanted, codePoint);
  hb.fn('hb_subset_input_set_flags')(input, RETAIN_GLYPH_IDS | NOTDEF_OUTLINE);
  hb.fn('hb_subset_input_pin_all_axes_to_default')(input, face);
  hb.fn('hb_subset_input_pin_axis_location')(input, face, tag('wght'), weight);
  const subset = hb.fn('hb_subset_or_fail')(face, input);
  try {
    if (subset === 0) throw new Error('The font can’t be subset');
    const result = hb.fn('hb_face_reference_blob')(subset);
    const at = hb.fn('hb_blob_get_data')(result, 0);
    const bytes = hb.copyOut(at, hb.fn('hb_blob_get_length')(result));
    hb.fn('hb_blob_destroy')(result);
    hb.fn('hb_face_destroy')(subset);
    return bytes;
  } finally {
    hb.fn('hb_subset_input_destroy')(input);
    hb.fn('hb_face_destroy')(face);
    hb.fn('hb_blob_destroy')(blob);
    hb.fn('free')(data);
  }
}
