import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { anyOf, whereEquals, whereAtLeast, whereIn } from '../queries/conditions';
import { ProvisionalRecords } from './provisional-records';

class Mug {
  id = 0;
}
class Spoon {
  id = 0;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The second collection frees what only the first one found to be weakly held. */
function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function addMugs(count: number): ProvisionalRecords {
  const provisional = new ProvisionalRecords();
  for (let at = 0; at < count; at++) {
    const texts = Array.from({ length: 10 }, (_, column) => [`text${column}`, `A text, ${at}`]);
    const row = JSON.stringify({ pId: `mug-${at}`, ...Object.fromEntries(texts), size: at });
    provisional.add(Mug, JSON.parse(row) as object);
  }
  provisional.list(Mug, [whereIn('pId', ['mug-1'])]);
  return provisional;
}

describe('ProvisionalRecords', () => {
  it('finds records by the property values in conditions', () => {
    const provisional = new ProvisionalRecords();
    const [red, blue] = ['red', 'blue'].map((color) => provisional.add(Mug, { color, size: 1 }));
    provisional.add(Spoon, { color: 'red', size: 1 });
    const found = (...conditions: Parameters<ProvisionalRecords['list']>[1]) =>
      provisional.list(Mug, conditions).map(({ id }) => id);
    expect(found(whereEquals('color', 'red'))).toEqual([red]);
    expect(found(whereEquals('size', 1))).toEqual([red, blue]);
    expect(found(whereIn('color', ['blue', 'red']), whereEquals('id', blue as number))).toEqual([
      blue,
    ]);
    expect(found(anyOf(whereEquals('color', 'blue'), whereEquals('color', 'green')))).toEqual([
      blue,
    ]);
    expect(found(whereAtLeast('size', 0))).toEqual([]);
    const later = provisional.add(Mug, { color: 'red', size: 2 });
    expect(found(whereEquals('color', 'red'))).toEqual([red, later]);
  });

  it('takes no more memory than estimated, and not much less', () => {
    // A worker may free what other specs have left behind, so the median of three counts.
    const shares = Array.from({ length: 3 }, () => {
      const before = heapBytes();
      const provisional = addMugs(4_000);
      return (heapBytes() - before) / provisional.estimatedBytes;
    });
    const median = shares.sort((one, other) => one - other)[1];
    expect(median).toBeLessThan(1);
    expect(median).toBeGreaterThan(0.5);
  });
});
