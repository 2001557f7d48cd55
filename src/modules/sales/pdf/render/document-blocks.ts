import type { PdfModel } from '../pdf-model';
import type { Canvas } from './canvas';
import type { Block } from './paginate';
import { fits, tableBlocks } from './table-blocks';
import {
  beside,
  columnBlocks,
  factBlocks,
  lineBlocks,
  rightLineBlocks,
  signatureBlocks,
  space,
  textBlocks,
  totalBlocks,
  wholeWidth,
} from './text-blocks';
import { page, styles } from './theme';

const sellerSpan = { left: page.left, right: page.left + 250 };
const titleSpan = { left: page.right - 240, right: page.right };
const factSpan = { left: page.right - 205, right: page.right };
const totalSpan = { left: page.right - 215, right: page.right };
const taxSpan = { left: page.left, right: totalSpan.left - 30 };

/** All that stands on a document's pages between their heads and feet, from the top. */
export function documentBlocks(canvas: Canvas, model: PdfModel, logo: readonly Block[]): Block[] {
  const { parties, notes, remarks, signature } = model;
  return [
    ...beside([...logo, ...sellerBlocks(canvas, model)], titleBlocks(canvas, model)),
    space(22),
    ...columnBlocks(canvas, parties, wholeWidth),
    space(20),
    ...tableBlocks(canvas, model.rows, wholeWidth),
    ...(model.totals.length > 0 ? [space(12), ...sumBlocks(canvas, model)] : []),
    ...(notes.length > 0 ? [space(22), ...columnBlocks(canvas, notes, wholeWidth)] : []),
    ...remarks.flatMap((remark) => [space(14), ...textBlocks(canvas, remark, wholeWidth)]),
    ...(signature ? [space(30), ...signatureBlocks(canvas, signature, wholeWidth)] : []),
  ];
}

function sellerBlocks(canvas: Canvas, { seller: [name, ...lines] }: PdfModel): Block[] {
  if (name === undefined) return [];
  return [
    ...lineBlocks(canvas, name, sellerSpan, styles.name),
    ...lines.flatMap((line) => lineBlocks(canvas, line, sellerSpan, styles.label)),
  ];
}

function titleBlocks(canvas: Canvas, { title, facts }: PdfModel): Block[] {
  return [
    ...rightLineBlocks(canvas, title, titleSpan, styles.title),
    space(4),
    ...factBlocks(canvas, facts, factSpan),
  ];
}

/** The totals, and the taxes on their left where these are narrow enough. */
function sumBlocks(canvas: Canvas, { totals, taxes }: PdfModel): Block[] {
  const sums = totalBlocks(canvas, totals, totalSpan);
  if (!taxes) return beside([], sums);
  if (fits(canvas, taxes, taxSpan)) {
    return beside(tableBlocks(canvas, taxes, taxSpan), sums);
  }
  const table = beside(tableBlocks(canvas, taxes, wholeWidth), []);
  return [...beside([], sums), space(16), ...table];
}
