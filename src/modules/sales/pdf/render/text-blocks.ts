import type { LabelledText, TextBlock, TotalLine } from '../pdf-model';
import type { Canvas } from './canvas';
import type { Block } from './paginate';
import type { Span } from './table-blocks';
import { colors, page, type Style, styles } from './theme';

// Lengths are points.
const COLUMN_GAP = 24;
/** Blocks side by side that are higher than this stand below each other, so that pages can break them. */
const HIGHEST_BESIDE = 420;

export function space(height: number): Block {
  return { height, draw: () => undefined, isSpace: true };
}

/** Lines below each other, each a block. */
export function lineBlocks(canvas: Canvas, text: string, span: Span, style: Style): Block[] {
  return canvas.lines(text, span.right - span.left, style).map((line) => ({
    height: style.leading,
    draw: (y) => canvas.write(line, span.left, y, style),
  }));
}

export function rightLineBlocks(canvas: Canvas, text: string, span: Span, style: Style): Block[] {
  return canvas.lines(text, span.right - span.left, style).map((line) => ({
    height: style.leading,
    draw: (y) => canvas.writeToEnd(line, span.right, y, style),
  }));
}

/** Headed texts in columns of one width, line by line, so that they may continue on the next page. */
export function columnBlocks(canvas: Canvas, texts: readonly TextBlock[], span: Span): Block[] {
  const count = Math.max(texts.length, 2);
  const width = (span.right - span.left - COLUMN_GAP * (count - 1)) / count;
  const columns = texts.map((text, index) => {
    const left = span.left + index * (width + COLUMN_GAP);
    return textBlocks(canvas, text, { left, right: left + width });
  });
  const length = columns.reduce((most, blocks) => Math.max(most, blocks.length), 0);
  return Array.from({ length }, (_, line): Block => {
    const blocks = columns.flatMap((column) => column[line] ?? []);
    const height = blocks.reduce((most, one) => Math.max(most, one.height), 0);
    const draw = (y: number): void => blocks.forEach((block) => block.draw(y));
    return { height, draw, ...(line === 0 ? { keepWithNext: true } : {}) };
  });
}

/** A heading, where there is one, and its lines. */
export function textBlocks(canvas: Canvas, { heading, lines }: TextBlock, span: Span): Block[] {
  const head = heading === '' ? [] : lineBlocks(canvas, heading, span, styles.heading);
  return [
    ...head.map((block) => ({ ...block, keepWithNext: true })),
    ...lines.flatMap((line) => lineBlocks(canvas, line, span, styles.text)),
  ];
}

/** Labels on the left of a span, their texts on the right. */
export function factBlocks(canvas: Canvas, facts: readonly LabelledText[], span: Span): Block[] {
  return facts.flatMap(({ label, text }) => pairBlocks(canvas, { label, text }, span, 'text'));
}

/** The totals, their amounts in one column; a rule stands above the final one. */
export function totalBlocks(canvas: Canvas, totals: readonly TotalLine[], span: Span): Block[] {
  const styleOf = ({ isFinal }: TotalLine) => (isFinal ? styles.total : styles.text);
  const widest = totals.reduce(
    (most, line) => Math.max(most, canvas.width(line.text, styleOf(line))),
    0,
  );
  const numbers = { left: Math.max(span.left, span.right - widest), right: span.right };
  return totals.flatMap((line) => {
    if (!line.isFinal) return pairBlocks(canvas, line, span, 'text', numbers);
    const rule: Block = {
      height: 8,
      draw: (y) => canvas.rule(span.left, span.right, y + 4, colors.strongRule, 0.75),
    };
    return [rule, ...pairBlocks(canvas, line, span, 'total', numbers)];
  });
}

function pairBlocks(
  canvas: Canvas,
  { label, text }: LabelledText,
  { left, right }: Span,
  kind: 'text' | 'total',
  numbers?: Span,
): Block[] {
  const style = styles[kind];
  const labelStyle = kind === 'text' ? styles.label : style;
  const width = right - left - 10;
  // The text has what it needs up to three fifths; the label takes the rest.
  const textWidth = Math.min(canvas.width(text, style) + 0.5, width * 0.6);
  const texts = canvas.lines(text, textWidth, style);
  const labels = canvas.lines(label, width - textWidth, labelStyle);
  const length = Math.max(texts.length, labels.length);
  return Array.from({ length }, (_, line) => ({
    height: style.leading,
    draw: (y: number): void => {
      const [labelLine, textLine] = [labels[line], texts[line]];
      if (labelLine !== undefined) canvas.write(labelLine, left, y, labelStyle);
      if (textLine === undefined) return;
      if (numbers) canvas.writeNumber(textLine, numbers.left, numbers.right, y, style);
      else canvas.writeToEnd(textLine, right, y, style);
    },
  }));
}

/** Two lists of blocks side by side, as one block; below each other when that would be too high. */
export function beside(left: readonly Block[], right: readonly Block[]): Block[] {
  const height = Math.max(heightOf(left), heightOf(right));
  if (height > HIGHEST_BESIDE) return [...left, space(12), ...right];
  const draw = (y: number): void => {
    for (const blocks of [left, right]) {
      let top = y;
      for (const block of blocks) {
        block.draw(top);
        top += block.height;
      }
    }
  };
  return [{ height, draw }];
}

/** A line to sign on, below what is signed. */
export function signatureBlocks(
  canvas: Canvas,
  { statement, caption }: { statement: string; caption: string },
  span: Span,
): Block[] {
  const half = { left: span.left, right: span.left + (span.right - span.left) / 2 };
  const line: Block = {
    height: 44,
    draw: (y) => canvas.rule(half.left, half.right, y + 40, colors.strongRule),
  };
  const blocks = [
    ...lineBlocks(canvas, statement, half, styles.text),
    line,
    ...lineBlocks(canvas, caption, half, styles.note),
  ];
  return blocks.map((block) => ({ ...block, keepWithNext: true }));
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}

/** The whole width of a page's text. */
export const wholeWidth: Span = { left: page.left, right: page.right };
