import { visit } from 'jsonc-parser';

/** Where the first fault of a malformed document is; lines and columns start at 1. */
export interface JsonSyntaxErrorPosition {
  readonly line: number;
  readonly column: number;
}

/** Finds the first fault of a text that is not JSON; undefined for valid JSON. */
export function findJsonSyntaxError(text: string): JsonSyntaxErrorPosition | undefined {
  let position: JsonSyntaxErrorPosition | undefined;
  const onError = (_code: number, offset: number): never => {
    const before = text.slice(0, offset).split('\n');
    position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    throw new Error('The first fault is found');
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!position) throw error;
  }
  return position;
}
