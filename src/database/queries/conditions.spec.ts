import * as conditions from './conditions';
import type { Condition, SqlFragment } from './conditions';
import { type ColumnKind, columnKinds } from '../schema/column-kinds';
import type { EntityModel } from '../schema/model';

const { allOf, anyOf, is, isAtLeast, isAtMost, isNot, isNotNull, isNull, isOneOf } = conditions;

const columns: Readonly<Record<string, ColumnKind>> = {
  name: columnKinds.varchar(5),
  isOpen: columnKinds.bool,
  rank: columnKinds.int,
};

const shops = {
  column: (property: string) => ({ name: `${property}_column`, kind: columns[property] }),
} as unknown as EntityModel;

const toSql = (condition: Condition): SqlFragment => condition(shops, '`s`');

describe('A condition', () => {
  it.each<[Condition, string, SqlFragment['params']]>([
    [is('rank', 3), '`s`.`rank_column` = ?', [3]],
    [isNot('rank', 3), '`s`.`rank_column` <> ?', [3]],
    [isAtMost('rank', 3), '`s`.`rank_column` <= ?', [3]],
    [isAtLeast('rank', 3), '`s`.`rank_column` >= ?', [3]],
    [is('isOpen', true), '`s`.`isOpen_column` = ?', [1]],
    [is('rank', null), '`s`.`rank_column` IS NULL', []],
    [is('rank', undefined), '`s`.`rank_column` IS NULL', []],
    [isNull('rank'), '`s`.`rank_column` IS NULL', []],
    [isNotNull('rank'), '`s`.`rank_column` IS NOT NULL', []],
    [is('name', "x' OR 1=1"), '1 = 0', []],
    [is('name', "x'--"), '`s`.`name_column` = ?', ["x'--"]],
    [isOneOf('rank', []), '1 = 0', []],
    [isOneOf('name', ['too long']), '1 = 0', []],
    [isOneOf('name', ['a', 'too long']), '`s`.`name_column` IN (?)', ['a']],
    [isOneOf('rank', [1]), '`s`.`rank_column` IN (?)', [1]],
    [isOneOf('rank', [1, 2, 3]), '`s`.`rank_column` IN (?, ?, ?, ?)', [1, 2, 3, 3]],
  ])('is SQL with its values as parameters (%#)', (condition, sql, params) => {
    expect(toSql(condition)).toEqual({ sql, params });
  });

  it('can combine several: any of them, or all', () => {
    const [one, other] = [is('rank', 1), isNot('name', 'a')];
    const parts = ['`s`.`rank_column` = ?', '`s`.`name_column` <> ?'];
    expect(toSql(anyOf(one, other))).toEqual({
      sql: `(${parts.join(' OR ')})`,
      params: [1, 'a'],
    });
    expect(toSql(allOf(one, other))).toEqual({
      sql: `(${parts.join(' AND ')})`,
      params: [1, 'a'],
    });
    expect(toSql(anyOf())).toEqual({ sql: '1 = 0', params: [] });
    expect(toSql(allOf())).toEqual({ sql: '1 = 1', params: [] });
  });

  it('is created from an object with values, lists and null; undefined is ignored', () => {
    const where = conditions.toWhereConditions({
      rank: 1,
      name: ['a', 'b'],
      isOpen: null,
      other: undefined,
    });
    expect(conditions.whereClause(shops, '`s`', where)).toEqual({
      sql: ' WHERE `s`.`rank_column` = ? AND `s`.`name_column` IN (?, ?) AND `s`.`isOpen_column` IS NULL',
      params: [1, 'a', 'b'],
    });
    expect(conditions.whereClause(shops, '`s`', [])).toEqual({ sql: '', params: [] });
  });
});

describe('Lists of values', () => {
  it('are padded to powers of two, so that few statements serve all', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 9, 500, 512].map(
      (length) => conditions.padToPowerOfTwo(Array<number>(length).fill(7)).length,
    );
    expect(lengths).toEqual([0, 1, 2, 4, 4, 8, 16, 512, 512]);
    expect(conditions.padToPowerOfTwo([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
  });

  it('are split into chunks that contain all values in order', () => {
    expect(conditions.chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(conditions.chunks([], 2)).toEqual([]);
  });

  it('create the text of a statement once for each length', () => {
    const text = jest.fn((list: string) => `IN (${list})`);
    const of = conditions.cacheSqlByListLength(text);
    expect([of(2), of(1), of(2)]).toEqual(['IN (?, ?)', 'IN (?)', 'IN (?, ?)']);
    expect(text).toHaveBeenCalledTimes(2);
  });
});
