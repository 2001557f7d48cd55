import { parseCsv } from '../../../test/support/csv';
import type { Page } from '../../core/page';
import { collectionResponse, literalResponse, recordResponse } from './response-spec';
import {
  expandableResponse,
  pageNumberResponse,
  pagedResponse,
  pagedSalesResponse,
} from './paged-response';
import { recordListField, numberField, defineRecord, stringField } from '../records/record';
import { writeCsvChunks, toLinkHeader } from './csv-table';
import { mergeChunks } from './json-chunks';

interface Thing {
  id: number;
  pId: string;
}

const thing = defineRecord<Thing>()('thing', { ID: numberField('id'), PID: stringField('pId') });
const other = defineRecord<Thing>()('other', { ID: numberField('id'), NAME: stringField('pId') });
const link = (parameters: Readonly<Record<string, string>>) => JSON.stringify(parameters);
const context = { timeZone: 'UTC', language: 'en', createLink: link };
const page = {
  items: [{ id: 1, pId: 'a' }],
  total: 9,
  page: 2,
  perPage: 1,
  nextCursor: 'n',
  previousCursor: 'p',
};

describe('response specs', () => {
  it('write a page in the envelope of the specification', () => {
    expect(pagedResponse('THINGS', thing).serialize(page, context)).toEqual({
      CURSORS: { NEXT: '{"page":"3","cursor":"n"}', PREVIOUS: '{"page":"1","cursor":"p"}' },
      THINGS: [{ ID: 1, PID: 'a' }],
      ITEMS: 9,
      PAGERPARAMETERS: { PAGE: 2, PERPAGE: 1 },
    });
  });

  it('write a page of sales in its envelope, without links to missing pages', () => {
    const only = { ...page, page: 1, nextCursor: undefined, previousCursor: undefined };
    expect(
      pagedSalesResponse('things', thing).serialize(only, { ...context, keys: ['PID'] }),
    ).toEqual({
      cursors: { next: '', previous: '' },
      items: 9,
      things: [{ PID: 'a' }],
      pagerParameters: { page: 1, perPage: 1 },
    });
  });

  it('leave the page before the first one at 1', () => {
    const written = pagedResponse('THINGS', thing).serialize({ ...page, page: 1 }, context) as {
      CURSORS: { PREVIOUS: string };
    };
    expect(written.CURSORS.PREVIOUS).toBe('{"page":"1","cursor":"p"}');
  });

  it('link back to the last page from a page after it', () => {
    const behind = { items: [], total: 9, page: 70, perPage: 4, lastPage: 3 };
    expect(pagedResponse('THINGS', thing).serialize(behind, context)).toMatchObject({
      CURSORS: { NEXT: '', PREVIOUS: '{"page":"3"}' },
      THINGS: [],
    });
  });

  it('write one record, a collection, or values as they are', () => {
    expect(
      recordResponse(thing).serialize({ id: 1, pId: 'a' }, { ...context, keys: ['ID'] }),
    ).toEqual({
      ID: 1,
    });
    expect(collectionResponse('things', thing).serialize([{ id: 1, pId: 'a' }], context)).toEqual({
      things: [{ ID: 1, PID: 'a' }],
    });
    const value = { count: 1 };
    expect(literalResponse({ count: { type: 'integer' } }).serialize(value, context)).toBe(value);
  });

  it('select the documents if the query requests them, and accept the keys of both', () => {
    const answer = expandableResponse<Thing>('things', thing, other);
    expect(answer.keys).toEqual(['ID', 'PID', 'NAME']);
    const expanded = answer.selectSpecForQuery?.({ expand: 'document' });
    expect(expanded?.serialize(page, context)).toMatchObject({ things: [{ ID: 1, NAME: 'a' }] });
    expect(answer.selectSpecForQuery?.({}).serialize(page, context)).toMatchObject({
      things: [{ ID: 1, PID: 'a' }],
    });
  });

  it('have an ETag for single records, not for pages', () => {
    expect(
      [
        recordResponse(thing),
        collectionResponse('things', thing),
        pagedResponse('THINGS', thing),
        literalResponse({}),
      ].map(({ hasBodyETag }) => hasBodyETag),
    ).toEqual([true, true, false, false]);
  });

  it('write pages in short chunks that join to the whole page, even with long lists in records', async () => {
    type Box = Thing & { things: Thing[] };
    const box = defineRecord<Box>()('box', {
      ID: numberField('id'),
      THINGS: recordListField('things', thing),
    });
    const boxes = [0, 1, 100, 101, 4000].map((count, id) => ({
      ...{ id, pId: 'box' },
      things: Array.from({ length: count }, (_, at) => ({ id: at, pId: 'ñ'.repeat(40) })),
    }));
    const answer = pagedResponse('BOXES', box);
    const rest = (async function* () {
      yield boxes.slice(1, 3);
      yield boxes.slice(3);
    })();
    const pieces: string[] = [];
    for await (const piece of answer.serializeInChunks!(
      { ...page, items: boxes.slice(0, 1), remainingChunks: rest },
      context,
    )!)
      pieces.push(piece);
    const whole = answer.serialize({ ...page, items: boxes }, context);
    expect(pieces.join('')).toBe(JSON.stringify(whole));
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
  });

  it('write pages as tables in short chunks, even with long lists in records', async () => {
    type Box = Thing & { things: Thing[] };
    const box = defineRecord<Box>()('box', {
      ID: numberField('id'),
      THINGS: recordListField('things', thing),
    });
    const boxes = [0, 1, 4000].map((count, id) => ({
      ...{ id, pId: 'box' },
      things: Array.from({ length: count }, (_, at) => ({ id: at, pId: 'a "b"'.repeat(9) })),
    }));
    const { csvTable } = pagedResponse('BOXES', box);
    const rest = (async function* () {
      yield boxes.slice(1);
    })();
    const pieces: string[] = [];
    const parts = writeCsvChunks(
      csvTable!,
      [{ ...page, items: boxes.slice(0, 1), remainingChunks: rest }],
      context,
    );
    for await (const piece of mergeChunks(parts)) pieces.push(piece);
    const [columns, ...rows] = parseCsv(pieces.join(''));
    expect(columns).toEqual(['ID', 'THINGS']);
    expect(rows).toEqual(
      boxes.map((one) => {
        const { ID, THINGS } = box.serialize(one, context);
        return [String(ID), JSON.stringify(THINGS)];
      }),
    );
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
  });

  it('link the pages of tables like their envelopes', () => {
    const linksOf = (
      { csvTable }: ReturnType<typeof pageNumberResponse<Thing, object>>,
      of: Page<Thing>,
    ) => toLinkHeader(csvTable!.createLinks!(of, context));
    expect(linksOf(pagedResponse('THINGS', thing), page)).toBe(
      '<{"page":"3","cursor":"n"}>; rel="next", <{"page":"1","cursor":"p"}>; rel="prev"',
    );
    const byNumber = pageNumberResponse('THINGS', thing);
    expect(linksOf(byNumber, page)).toBe('<{"page":"3"}>; rel="next", <{"page":"1"}>; rel="prev"');
    expect(linksOf(byNumber, { ...page, page: 1, perPage: 9 })).toBeUndefined();
    expect(linksOf(byNumber, { ...page, page: 70, lastPage: 9 })).toBe(
      '<{"page":"9"}>; rel="prev"',
    );
  });
});
