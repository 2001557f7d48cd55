/** @engine platform/catalog */
import type { DomainError } from '../../../src/core/errors';
import { elementKinds } from '../../../src/platform/catalog';
import { OpenedIntake } from './opened-import-service';

let opened: OpenedIntake;
beforeAll(async () => {
  opened = await OpenedIntake.open();
});
afterAll(() => opened.close());

const all = { created: 0, updated: 0, unchanged: 0, rejected: 0 };

const first: Record<string, object> = {
  ...Object.fromEntries(
    elementKinds.map((kind) => [kind, { name: `One ${kind}`, sku: 'S-1', image: 'a.png' }]),
  ),
  zone: { name: 'Iberia', countryCode: 'ES' },
  channel: { name: 'Web' },
  headquarter: {
    name: 'Head office',
    city: 'Vic',
    countryCode: 'ES',
    email: 'office@example.com',
    series: [
      { document: 'order', prefix: 'P', suffix: '/X' },
      { document: 'invoice', prefix: 'F' },
    ],
  },
  tax: { name: 'VAT', rate: 21, reRate: 5.2 },
};
const second: Record<string, object> = {
  ...Object.fromEntries(
    elementKinds.map((kind) => [kind, { name: `One ${kind}`, sku: 'S-2', image: 'a.png' }]),
  ),
  zone: { name: 'Iberia', countryCode: 'PT' },
  channel: { name: 'Shop' },
  headquarter: { ...first['headquarter'], series: [{ document: 'order', prefix: 'P' }] },
  tax: { name: 'VAT', rate: 21.5, reRate: 5.2 },
};

describe.each(Object.keys(first))('A line of the type %s', (type) => {
  const counted = async (...lines: object[]): Promise<unknown> => {
    const { types, created, updated, unchanged, rejected } = await opened.run(lines);
    expect(types[type]).toEqual({ created, updated, unchanged, rejected });
    return types[type];
  };

  it('creates, changes nothing when it comes again, updates when it is different', async () => {
    const line = { type, pId: 'one', ...first[type] };
    const changed = { type, pId: 'one', ...second[type] };
    expect(await counted(line)).toEqual({ ...all, created: 1 });
    const [before] = [...(await opened.catalog.findByPIds(type as 'tax', ['one'])).values()];
    expect(await counted(line)).toEqual({ ...all, unchanged: 1 });
    expect(await counted(changed, changed)).toEqual({ ...all, updated: 1, unchanged: 1 });
    const [after] = [...(await opened.catalog.findByPIds(type as 'tax', ['one'])).values()];
    expect(after).not.toEqual(before);
    expect(after?.id).toBe(before?.id);
    expect(await counted(line)).toEqual({ ...all, updated: 1 });
    expect([...(await opened.catalog.findByPIds(type as 'tax', ['one'])).values()]).toEqual([
      before,
    ]);
  });

  it('is rejected without a name or with a field that is none, and compares pIds exactly', async () => {
    const line = { type, ...first[type] };
    expect(await counted({ type, pId: 'x' }, { ...line, pId: 'y', colour: 'red' })).toEqual({
      ...all,
      rejected: 2,
    });
    const pIds = ['case', 'Case', 'cäse', 'case.'];
    expect(await counted(...pIds.map((pId) => ({ ...line, pId })))).toEqual({ ...all, created: 4 });
    const found = await opened.catalog.findByPIds(type as 'tax', [...pIds, 'CASE']);
    expect([...found.keys()].sort()).toEqual([...pIds].sort());
  });
});

describe('The catalog', () => {
  it('keeps kinds of elements apart', async () => {
    await opened.run([
      { type: 'product', pId: 'same', name: 'A product' },
      { type: 'page', pId: 'same', name: 'A page' },
    ]);
    expect((await opened.catalog.findByPIds('product', ['same'])).get('same')).toMatchObject({
      name: 'A product',
    });
    expect((await opened.catalog.findByPIds('page', ['same'])).get('same')).toMatchObject({
      name: 'A page',
    });
    expect((await opened.catalog.findByPIds('area', ['same'])).size).toBe(0);
  });

  it('gives the fields of a kind as they were imported, in the units of the service', async () => {
    const [tax] = await opened.catalog.listByIds('tax', [
      (await opened.catalog.findFirst('tax'))?.id ?? 0,
    ]);
    expect(tax).toEqual({
      id: tax?.id,
      pId: 'one',
      name: 'VAT',
      rate: 21_000_000,
      reRate: 5_200_000,
      category: null,
      exemptionCode: null,
      exemptionReason: null,
    });
    const office = await opened.catalog.getByReference(
      'headquarter',
      { pId: 'one' },
      '/headquarter',
    );
    expect(office).toMatchObject({
      city: 'Vic',
      phone: '',
      series: [
        { document: 'order', prefix: 'P', suffix: '/X' },
        { document: 'invoice', prefix: 'F', suffix: '' },
      ],
    });
  });

  it('reports what is wrong with a reference', async () => {
    const one = await opened.catalog.getByReference('channel', { pId: 'one' }, '/channel');
    const other = await opened.catalog.getByReference('channel', { pId: 'case' }, '/channel');
    const code = async (reference: object): Promise<string> =>
      opened.catalog.getByReference('channel', reference, '/channel').then(
        ({ pId }) => pId,
        (error: unknown) => {
          const [fault] = (error as DomainError).fieldErrors;
          return `${String(fault?.code)} ${String(fault?.pointer)}`;
        },
      );
    expect(await code({ id: one.id })).toBe('one');
    expect(await code({ id: 0, pId: 'one' })).toBe('one');
    expect(await code({ id: one.id, pId: 'one' })).toBe('one');
    expect(await code({ id: other.id, pId: 'one' })).toBe('reference.mismatch /channel');
    expect(await code({ pId: 'ONE' })).toBe('reference.notFound /channel');
    expect(await code({ id: 999_999 })).toBe('reference.notFound /channel');
    expect(await code({ id: 0 })).toBe('reference.empty /channel');
  });

  it('refuses a headquarter that names a series twice', async () => {
    const series = [{ document: 'order' }, { document: 'order', prefix: 'A' }];
    const { errors } = await opened.run([
      { type: 'headquarter', pId: 'twice', name: 'Twice', series },
    ]);
    expect(errors).toMatchObject([{ code: 'list.duplicate', pointer: '/series' }]);
  });

  it.each(['F\r\nX', 'F\t', 'F\u001b[1m', 'F\u0085', 'F\u2028'])(
    'refuses numbers with control characters and line breaks: %j',
    async (text) => {
      const series = [{ document: 'invoice', prefix: text, suffix: text }];
      const { errors } = await opened.run([
        { type: 'headquarter', pId: 'lines', name: 'Lines', series },
      ]);
      expect(errors).toMatchObject([
        { line: 1, code: 'text.pattern', pointer: '/series/0/prefix' },
      ]);
    },
  );

  it('refuses rates with more than six decimals or below zero', async () => {
    const tax = { type: 'tax', pId: 'bad', name: 'Bad' };
    const { errors } = await opened.run([
      { ...tax, rate: 1.1234567 },
      { ...tax, rate: -1 },
    ]);
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['number.decimals', '/rate'],
      ['number.range', '/rate'],
    ]);
  });
});

describe('Zones', () => {
  const zone = (pId: string, parent?: object): object => ({
    type: 'zone',
    pId,
    name: pId,
    countryCode: 'ES',
    ...(parent && { parent }),
  });

  it('may be part of one that stands before them, or is stored, but not after them', async () => {
    const summary = await opened.run([
      zone('child of later', { pId: 'spain' }),
      zone('spain'),
      zone('catalonia', { pId: 'spain' }),
      zone('osona', { pId: 'catalonia' }),
      zone('nowhere', { pId: 'atlantis' }),
    ]);
    expect(summary).toMatchObject({ created: 3, rejected: 2 });
    expect(summary.errors).toMatchObject([
      { line: 1, pId: 'child of later', code: 'reference.notFound', pointer: '/parent' },
      { line: 5, pId: 'nowhere', code: 'reference.notFound', pointer: '/parent' },
    ]);
    const found = await opened.catalog.findByPIds('zone', ['spain', 'catalonia', 'osona']);
    expect(found.get('osona')?.parentId).toBe(found.get('catalonia')?.id);
    expect(found.get('catalonia')?.parentId).toBe(found.get('spain')?.id);
    expect(found.get('spain')?.parentId).toBeNull();
    expect(await opened.run([zone('osona', { id: found.get('catalonia')?.id })])).toMatchObject({
      unchanged: 1,
    });
  });

  it('never stand inside themselves', async () => {
    await opened.run([
      zone('a'),
      zone('b', { pId: 'a' }),
      zone('c', { pId: 'b' }),
      zone('x'),
      zone('y', { pId: 'x' }),
    ]);
    const { errors, updated } = await opened.run([
      zone('a', { pId: 'a' }),
      zone('a', { pId: 'c' }),
      zone('x', { pId: 'c' }),
      zone('a', { pId: 'y' }),
    ]);
    expect(updated).toBe(1);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [1, 'zone.insideItself'],
      [2, 'zone.insideItself'],
      [4, 'zone.insideItself'],
    ]);
  });

  it('move below at most 32 others', async () => {
    const chain = Array.from({ length: 34 }, (_, at) =>
      at === 0 ? zone('deep-0') : zone(`deep-${at}`, { pId: `deep-${at - 1}` }),
    );
    expect(await opened.run([...chain, zone('moved')])).toMatchObject({ created: 35 });
    const { updated, errors } = await opened.run([
      zone('moved', { pId: 'deep-31' }),
      zone('moved', { pId: 'deep-32' }),
    ]);
    expect([updated, errors.map(({ line, code }) => [line, code])]).toEqual([
      1,
      [[2, 'zone.tooDeep']],
    ]);
  });
});
