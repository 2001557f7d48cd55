/** @engine platform/data-transfer/imports */
import { Flag, PublicId } from '../../../src/api';
import { DatabaseUnavailable, NotFound } from '../../../src/core/errors';
import { Channel } from '../../../src/platform/catalog';
import {
  ImportInterrupted,
  type ImportRecord,
  type ImportRecordError,
  type ImportRecordType,
  type ImportOutcome,
  toRejectedOutcome,
} from '../../../src/platform/data-transfer/imports';
import { measureMinProcessorTime } from '../../support/service/processor-time';
import { bytesOf, OpenedIntake, product } from './opened-import-service';

class TrickyDto {
  @PublicId()
  pId!: string;

  @Flag({ default: false })
  inserts!: boolean;
}

/** Lines whose pId names the way in which storing them fails. */
class TrickyLines implements ImportRecordType<TrickyDto> {
  readonly type = 'tricky';
  readonly dto = TrickyDto;
  readonly calls: number[] = [];
  opened!: OpenedIntake;

  async store(lines: readonly ImportRecord<TrickyDto>[]): Promise<ImportOutcome[]> {
    this.calls.push(lines.length);
    const { writer } = this.opened.dataAccess;
    const rows = lines.map(({ value: { pId } }) => ({ pId, name: 'tricky', nameFolded: 'tricky' }));
    const ids = await writer.insert(Channel, rows);
    return lines.map(({ value: { pId } }, index): ImportOutcome => {
      if (pId.startsWith('throws')) throw new NotFound({ resource: 'thing', id: pId });
      if (pId.startsWith('bug')) throw new TypeError('not foreseen');
      if (pId.startsWith('outage')) throw new DatabaseUnavailable();
      if (pId.startsWith('rejected'))
        return toRejectedOutcome(new NotFound({ resource: 'thing', id: pId }));
      return { result: 'created', id: ids[index] ?? 0 };
    });
  }
}

const tricky = new TrickyLines();
const line = (pId: string): object => ({ type: 'tricky', pId });
let opened: OpenedIntake;
beforeAll(async () => {
  opened = await OpenedIntake.open(tricky);
  tricky.opened = opened;
});
afterAll(() => opened.close());

const stored = async (prefix: string): Promise<string[]> => {
  const rows = await opened.dataAccess.database.select<{ pId: string }>(
    'SELECT p_id AS pId FROM channels WHERE p_id LIKE ? ORDER BY p_id',
    [`${prefix}%`],
  );
  return rows.map(({ pId }) => pId);
};

describe('A bad line', () => {
  it('of any sort stops no other, and is reported in order with its number, type and pId', async () => {
    const reported: ImportRecordError[] = [];
    const summary = await opened.run(
      [
        product('g1'),
        '{"type":"product","pId":"b1"',
        '',
        '{"type":"product","pId":"b2","name":"B","name":"C"}',
        Buffer.from('7b2274223a22ff227d', 'hex'),
        product('g2'),
        '[1]',
        { type: 'nothing', pId: 'b3' },
        `{"type":"product","pId":"b4","name":"${'x'.repeat(10 * 1024 * 1024)}"}`,
        '{"type":"product","pId":"b5","name":"B","__proto__":{"sku":"x"}}',
        { type: 'product', pId: ' b6', name: 'B' },
        { type: 'product', pId: 'b7', name: 'x'.repeat(256) },
        product('g3'),
      ],
      { onError: (error) => void reported.push(error) },
    );
    expect(summary).toMatchObject({ created: 3, rejected: 9, errorsTruncated: false });
    expect(summary.types).toEqual({
      product: { created: 3, updated: 0, unchanged: 0, rejected: 4 },
    });
    expect(
      summary.errors.map(({ line: number, type, pId, code }) => [number, type, pId, code]),
    ).toEqual([
      [2, '', '', 'json.malformed'],
      [4, 'product', 'b2', 'json.duplicateKey'],
      [5, '', '', 'line.encoding'],
      [7, '', '', 'line.notObject'],
      [8, 'nothing', 'b3', 'type.unknown'],
      [9, '', '', 'line.tooLong'],
      [10, 'product', 'b5', 'field.unknown'],
      [11, 'product', ' b6', 'format.public-id'],
      [12, 'product', 'b7', 'text.tooLong'],
    ]);
    // The callback also gets the records; the summary has them on request only.
    expect(reported.map(({ record: _, ...error }) => error)).toEqual(summary.errors);
    expect((await opened.catalog.findByPIds('product', ['g1', 'g2', 'g3'])).size).toBe(3);
  });

  it.each([
    ['is no JSON, and begins with 40 brackets', '['.repeat(40)],
    ['is no JSON behind 40 members', '{"a":'.repeat(40)],
    [
      'is nested 20,000 levels deep',
      `{"type":"product","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
  ])('stops no other if it %s', async (_, line) => {
    const pIds = [1, 2].map((at) => `deep-${line.length}-${at}`);
    const [before, after] = pIds.map((pId) => product(pId));
    const summary = await opened.run([before!, line, after!]);
    expect(summary).toMatchObject({ created: 2, rejected: 1, errors: [{ line: 2 }] });
  });

  it('may be blank, 10,000 times in a row; more end the import before they are read', async () => {
    const blank = ['', ' ', '\t \r'];
    const lines = Array.from({ length: 10_000 }, (_, at) => blank[at % 3] as string);
    const summary = await opened.run([product('x1'), ...lines, product('x2'), ...lines]);
    expect(summary).toMatchObject({ created: 2, rejected: 0 });
    const refused = { code: 'import.blankLines', status: 400, summary: { created: 0 } };
    for (const tooMany of ['\n'.repeat(1_000_000), `${' '.repeat(1000)}\n`.repeat(1100)]) {
      const taken = await measureMinProcessorTime(async () => {
        await expect(opened.run([tooMany])).rejects.toMatchObject(refused);
      });
      // Up to 50 on a quiet machine; reading all lines takes seconds.
      expect(taken).toBeLessThan(250);
    }
  });

  it('that storing fails for is left out, whatever the failure, and leaves nothing behind', async () => {
    tricky.calls.length = 0;
    opened.logged.length = 0;
    const summary = await opened.run([
      line('t01'),
      line('t02'),
      line('throws 1'),
      line('t03'),
      line('t03'),
      line('bug 1'),
      line('rejected 1'),
      line('t04'),
    ]);
    expect(summary).toMatchObject({ created: 4, rejected: 4 });
    expect(summary.errors.map(({ line: number, pId, code }) => [number, pId, code])).toEqual([
      [3, 'throws 1', 'record.notFound'],
      [5, 't03', 'value.taken'],
      [6, 'bug 1', 'line.failed'],
      [7, 'rejected 1', 'record.notFound'],
    ]);
    expect(await stored('t0')).toEqual(['t01', 't02', 't03', 't04']);
    expect(await stored('throws')).toEqual([]);
    expect(await stored('bug')).toEqual([]);
    expect(opened.logged).toMatchObject([{ err: { message: 'not foreseen' } }]);
    expect(JSON.stringify(summary)).not.toContain('not foreseen');
  });

  it('among many is found in few steps', async () => {
    tricky.calls.length = 0;
    const lines = Array.from({ length: 200 }, (_, index) => line(`many ${index}`));
    lines.splice(77, 0, line('throws 2'));
    expect(await opened.run(lines)).toMatchObject({ created: 200, rejected: 1 });
    expect(tricky.calls.length).toBeLessThan(20);
    expect(await stored('many')).toHaveLength(200);
  });
});

describe('An import', () => {
  it('splits a batch at a pId that comes again: the later line wins', async () => {
    const summary = await opened.run([
      product('r', 'One'),
      product('s'),
      product('r', 'Two'),
      product('r', 'Two'),
    ]);
    expect(summary).toMatchObject({ created: 2, updated: 1, unchanged: 1 });
    expect((await opened.catalog.findByPIds('product', ['r'])).get('r')?.name).toBe('Two');
  });

  it('ends when the database is lost, with what was stored until then', async () => {
    const lines = [
      ...Array.from({ length: 300 }, (_, index) => product(`o${index}`)),
      line('outage'),
      product('never'),
    ];
    const error = await opened.run(lines).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportInterrupted);
    expect(error).toMatchObject({
      code: 'database.unavailable',
      status: 503,
      extensionMembers: { imported: { created: 250, rejected: 0 } },
    });
    expect((await opened.catalog.findByPIds('product', ['o249'])).size).toBe(1);
    expect((await opened.catalog.findByPIds('product', ['o250', 'never'])).size).toBe(0);
    const again = await opened.run(lines.filter((one) => !('pId' in one && one.pId === 'outage')));
    expect(again).toMatchObject({ created: 51, unchanged: 250, rejected: 0 });
  });

  it('ends after its batch when it is aborted, also while it waits for more', async () => {
    const between = new AbortController();
    const many = Array.from({ length: 600 }, (_, index) => product(`p${index}`));
    const stopped = await opened
      .run(many, {
        signal: between.signal,
        onProgress: () => {
          between.abort();
        },
      })
      .catch((thrown: unknown) => thrown);
    expect(stopped).toMatchObject({
      code: 'import.stopped',
      status: 503,
      summary: { created: 250 },
    });

    const waiting = new AbortController();
    async function* stalled(): AsyncGenerator<Buffer> {
      yield* bytesOf([product('q')]);
      setTimeout(() => {
        waiting.abort();
      }, 20);
      await new Promise(() => undefined);
    }
    const options = { scopes: new Set<string>(), signal: waiting.signal };
    const error = await opened.intake.run(stalled(), options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'import.stopped', summary: { created: 0 } });
  });

  it('reports its progress after every batch', async () => {
    const seen: unknown[] = [];
    const lines = [...Array.from({ length: 500 }, (_, index) => product(`v${index}`)), 'bad', ''];
    const bytes = lines.map(
      (one) => Buffer.byteLength(typeof one === 'string' ? one : JSON.stringify(one)) + 1,
    );
    await opened.run(lines, { onProgress: (progress) => seen.push(progress) });
    const upTo = (count: number): number => bytes.slice(0, count).reduce((a, b) => a + b, 0);
    expect(seen).toEqual([
      { lines: 250, rejected: 0, bytes: upTo(250) },
      { lines: 500, rejected: 0, bytes: upTo(500) },
      { lines: 501, rejected: 1, bytes: upTo(502) },
    ]);
  });

  it('stores a large line before it reads the next one', async () => {
    const seen: number[] = [];
    const large = 'x'.repeat(64 * 1024);
    await opened.run([product('before'), large, large, product('after')], {
      onProgress: ({ lines }) => seen.push(lines),
    });
    expect(seen).toEqual([2, 3, 4]);
  });

  it('lists 1,000 errors at most, counts all, and hands every one on', async () => {
    let handed = 0;
    const lines = Array.from({ length: 1001 }, () => 'bad');
    const summary = await opened.run(lines, { onError: () => void (handed += 1) });
    expect(summary).toMatchObject({ rejected: 1001, errorsTruncated: true });
    expect(summary.errors).toHaveLength(1000);
    expect(handed).toBe(1001);
    expect((await opened.run(lines.slice(1))).errorsTruncated).toBe(false);
  });

  it('does not give a line back in its errors', async () => {
    const long = 'y'.repeat(500_000);
    const { errors } = await opened.run([
      { type: long, pId: long },
      { ...product('long'), [long]: 1 },
    ]);
    expect(errors).toHaveLength(2);
    expect(JSON.stringify(errors).length).toBeLessThan(6000);
  });

  it('of the same lines by two at once doubles nothing', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      product(`w${index % 900}`, `Name ${index % 900}`),
    );
    const both = await Promise.all([opened.run(lines), opened.run(lines)]);
    expect(both.map(({ rejected }) => rejected)).toEqual([0, 0]);
    expect(both[0].created + both[1].created).toBe(900);
    const [row] = await opened.dataAccess.database.select<{ n: number }>(
      "SELECT COUNT(*) AS n FROM elements WHERE p_id LIKE 'w%'",
    );
    expect(row?.n).toBe(900);
  });
});

describe('A single record', () => {
  const caller = { scopes: new Set(['*']) };
  const one = (pId: string): Promise<unknown> => {
    const value = { pId, inserts: false };
    return opened.intake.importOne('tricky', { value, rawRecord: value }, caller);
  };

  it('is stored, or ends in the error that rejects it, with nothing written', async () => {
    expect(await one('single')).toMatchObject({ result: 'created' });
    await expect(one('rejected single')).rejects.toMatchObject({
      code: 'record.notFound',
      status: 404,
    });
    await expect(one('throws single')).rejects.toMatchObject({ code: 'record.notFound' });
    expect(await stored('rejected single')).toEqual([]);
  });

  it('is tried again when another one took its place meanwhile', async () => {
    tricky.calls.length = 0;
    await expect(one('single')).rejects.toMatchObject({ constraintKind: 'unique' });
    expect(tricky.calls).toEqual([1, 1]);
  });
});
