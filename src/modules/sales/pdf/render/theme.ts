import type { FontName } from './fonts';

/** How a text looks. Lengths are points, 72 to the inch. */
export interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly color: string;
  /** Height of a line. */
  readonly leading: number;
}

/** A4, and the margins that its text keeps to. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 48,
  right: 547.28,
  top: 48,
  /** Where the text begins on all pages but the first. */
  topOfNext: 84,
  bottom: 778,
  footer: 790,
} as const;

export const textWidth = page.right - page.left;

const dark = '#1c2126';
const grey = '#5f6a74';

export const colors = { rule: '#d5dade', strongRule: dark } as const;

export const styles = {
  title: { font: 'bold', size: 18, color: dark, leading: 22 },
  name: { font: 'bold', size: 11, color: dark, leading: 15 },
  text: { font: 'regular', size: 8.5, color: dark, leading: 11.5 },
  strong: { font: 'bold', size: 8.5, color: dark, leading: 11.5 },
  label: { font: 'regular', size: 8.5, color: grey, leading: 11.5 },
  heading: { font: 'bold', size: 7.5, color: grey, leading: 11.5 },
  note: { font: 'regular', size: 7.5, color: grey, leading: 10 },
  total: { font: 'bold', size: 11, color: dark, leading: 15 },
  foot: { font: 'regular', size: 7, color: grey, leading: 9 },
} as const satisfies Record<string, Style>;
