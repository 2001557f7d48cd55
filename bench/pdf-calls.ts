import { join } from 'node:path';

/** The calls of pdfkit that put something on a page; the others measure. */
export const drawingMethods = [
  ...(['addPage', 'font', 'fontSize', 'fillColor', 'text'] as const),
  ...(['moveTo', 'lineTo', 'lineWidth', 'strokeColor', 'stroke'] as const),
];

/** A call as it is recorded: the method and its parameters. */
export type DrawingCall = readonly [(typeof drawingMethods)[number], ...unknown[]];

/** What a document is drawn by. */
export interface Drawing {
  readonly calls: readonly DrawingCall[];
  /** Of the fonts' files. */
  readonly folder: string;
  /** The names under which the calls know the fonts. */
  readonly fonts: readonly string[];
}

export function fontFile(folder: string, name: string): string {
  return join(folder, `${name}.ttf`);
}
