import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { anyOf, is, isAtLeast, isOneOf } from '../queries/conditions';
import { ProvisionalRecords } from './provisional-records';

class Mug {
  id = 0;
}
class Spoon {
  id = 0;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('Records that a dry run takes as stored', () => {
  it('are found by values of their properties, as far as conditions name them', () => {
    const supposed = new ProvisionalRecords();
    const [red, blue] = ['red', 'blue'].map((colour) => supposed.add(Mug, { colour, size: 1 }));
    supposed.add(Spoon, { colour: 'red', size: 1 });
    const found = (...conditions: Parameters<ProvisionalRecords['find']>[1]) =>
      supposed.find(Mug, conditions).map(({ id }) => id);
    expect(found(is('colour', 'red'))).toEqual([red]);
    expect(found(is('size', 1))).toEqual([red, blue]);
    expect(found(isOneOf('colour', ['blue', 'red']), is('id', blue as number))).toEqual([blue]);
    expect(found(anyOf(is('colour', 'blue'), is('colour', 'green')))).toEqual([blue]);
    expect(found(isAtLeast('size', 0))).toEqual([]);
    const later = supposed.add(Mug, { colour: 'red', size: 2 });
    expect(found(is('colour', 'red'))).toEqual([red, later]);
  });

  it('take no more memory than is estimated, nor much less', () => {
    const before = heapBytes();
    const supposed = new ProvisionalRecords();
    for (let at = 0; at < 20_000; at++) {
      const texts = Array.from({ length: 10 }, (_, column) => [`text${column}`, `A text, ${at}`]);
      const row = JSON.stringify({ pId: `mug-${at}`, ...Object.fromEntries(texts), size: at });
      supposed.add(Mug, JSON.parse(row) as object);
    }
    supposed.find(Mug, [isOneOf('pId', ['mug-1'])]);
    const taken = heapBytes() - before;
    expect(taken).toBeLessThan(supposed.bytes);
    expect(taken).toBeGreaterThan(supposed.bytes / 2);
  });
});
