import { closeSync, openSync, writeSync } from 'node:fs';
import { generateStore, type IntakeLine } from '../test/support/generated-store';

/** The size of the store that a run is made on. */
export interface Size {
  readonly orders: number;
  readonly tagGroups: number;
}

/** A file of lines for the import. */
export interface LinesFile {
  readonly path: string;
  readonly count: number;
}

/** Writes the lines of a store with its orders, always the same ones. */
export function writeStore(path: string, { orders }: Size): LinesFile {
  return write(path, plainNumbers(generateStore({ seed: 1, orders })));
}

/**
 * Without number series that don't name the year: the batch in which the year changes would be stored in
 * two tries, and what is measured is the way without errors.
 */
function* plainNumbers(lines: Iterable<IntakeLine>): Generator<IntakeLine> {
  for (const line of lines)
    yield line.type === 'headquarter' ? { ...line, series: undefined } : line;
}

/** Writes the lines of more tag groups. */
export function writeTagGroups(path: string, { tagGroups }: Size): LinesFile {
  return write(
    path,
    Array.from({ length: tagGroups }, (_, index) => tagGroup(index + 1)),
  );
}

function write(path: string, lines: Iterable<IntakeLine>): LinesFile {
  const target = openSync(path, 'w');
  let count = 0;
  for (const line of lines) {
    writeSync(target, `${JSON.stringify(line)}\n`);
    count++;
  }
  closeSync(target);
  return { path, count };
}

function tagGroup(number: number): IntakeLine {
  return {
    ...{ type: 'tagGroup', pId: `bench-${number}`, itemType: 1, name: `Group ${number}` },
    ...{ position: number % 50, priority: number % 7 },
    languages: [
      { languageCode: 'en', name: `Group ${number}`, description: 'For the bench' },
      { languageCode: 'es', name: `Grupo ${number}`, description: 'Para el banco de pruebas' },
    ],
  };
}
