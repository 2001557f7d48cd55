import type { Canvas } from './canvas';
import type { Block } from './paginate';
import { isPlainJpeg } from './plain-jpeg';
import { isPlainPng } from './plain-png';
import { page } from './theme';

/** Points. */
const BOX = { width: 170, height: 44 } as const;
const GAP = 10;

/** The logo as the block above the seller's name; none for what can't be shown. */
export function logoBlocks(canvas: Canvas, bytes: Uint8Array | undefined): Block[] {
  const image = bytes && Buffer.from(bytes);
  if (!image || !(isPlainJpeg(image) || isPlainPng(image))) return [];
  const fit: [number, number] = [BOX.width, BOX.height];
  const draw = (y: number): void => {
    canvas.image(image, page.left, y, fit);
  };
  return [{ height: BOX.height + GAP, draw }];
}
