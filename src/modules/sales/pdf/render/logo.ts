import type { Canvas } from './canvas';
import type { Block } from './paginate';
import { isPlainJpeg } from './plain-jpeg';
import { isPlainPng } from './plain-png';
import { page } from './theme';

/** Points. */
const BOX = { width: 170, height: 44 } as const;
const GAP = 10;

/**
 * The logo as the block above the seller's name; none for what can't be shown.
 * @param isArchived colours for print can't be shown then: those of a PDF/A are for screens
 */
export function logoBlocks(
  canvas: Canvas,
  bytes: Uint8Array | undefined,
  isArchived = false,
): Block[] {
  const image = bytes && Buffer.from(bytes);
  if (!image || !(isPlainJpeg(image, isArchived) || isPlainPng(image))) return [];
  const fit: [number, number] = [BOX.width, BOX.height];
  const draw = (y: number): void => {
    canvas.image(image, page.left, y, fit);
  };
  return [{ height: BOX.height + GAP, draw }];
}
