import type { DomainError } from '../../core/errors';
import { type Cursor, decodeCursor, encodeCursor } from './cursor';
import { type ColumnKind, columnKinds } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/entity-model';

const column = (kind: ColumnKind, nullable = false): ColumnModel =>
  ({ property: 'any', name: 'any', kind, nullable }) as ColumnModel;

const SORT = 'name.asc,rank.desc,id.asc';
const columns = [
  column(columnKinds.varchar(5)),
  column(columnKinds.int, true),
  column(columnKinds.id),
];

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

function errorsOf(text: string, sort = SORT): unknown {
  try {
    return decodeCursor(text, sort, columns);
  } catch (error) {
    return (error as DomainError).fieldErrors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

const initialTotal = { total: 5, conditionsDigest: 'digest' };

describe('A cursor', () => {
  it.each<Cursor>([
    { direction: 1, sortValues: ['Ädä 😀', 3, 7], initialTotal },
    { direction: -1, sortValues: ['', null, 1], initialTotal: { total: 0, conditionsDigest: '' } },
  ])('is decoded as it was encoded, in characters that are valid in a URL: %j', (cursor) => {
    const text = encodeCursor(SORT, cursor);
    expect(text).toMatch(/^[\w-]+$/);
    expect(decodeCursor(text, SORT, columns)).toEqual(cursor);
  });

  it('is bound to the order it was created for', () => {
    const text = encodeCursor(SORT, { direction: 1, sortValues: ['a', 1, 1], initialTotal });
    expect(errorsOf(text, 'name.desc,rank.desc,id.asc')).toEqual(['query/cursor cursor.invalid']);
  });

  it.each([
    ['no text', ''],
    ['no base64url', 'a+b/'],
    ['no JSON', Buffer.from('[').toString('base64url')],
    ['no list', encoded({ sort: SORT })],
    ['no direction', encoded([SORT, 0, 5, 'd', 'a', 1, 1])],
    ['no total', encoded([SORT, 1, null, 'd', 'a', 1, 1])],
    ['a total below zero', encoded([SORT, 1, -1, 'd', 'a', 1, 1])],
    ['a fraction for a total', encoded([SORT, 1, 0.5, 'd', 'a', 1, 1])],
    ['nothing that was counted', encoded([SORT, 1, 5, 7, 'a', 1, 1])],
    ['a value too few', encoded([SORT, 1, 5, 'd', 'a', 1])],
    ['a value too many', encoded([SORT, 1, 5, 'd', 'a', 1, 1, 1])],
    ['a text for a number', encoded([SORT, 1, 5, 'd', 'a', '1', 1])],
    ['a fraction', encoded([SORT, 1, 5, 'd', 'a', 1.5, 1])],
    ['a list for a value', encoded([SORT, 1, 5, 'd', ['a'], 1, 1])],
    ['null where there is none', encoded([SORT, 1, 5, 'd', null, 1, 1])],
    ['a text longer than the column', encoded([SORT, 1, 5, 'd', 'abcdef', 1, 1])],
    ['a text without end', encoded([SORT, 1, 5, 'd', 'a'.repeat(10_000), 1, 1])],
  ])('is rejected with %s', (_what, text) => {
    expect(errorsOf(text)).toEqual(['query/cursor cursor.invalid']);
  });
});
