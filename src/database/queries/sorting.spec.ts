import { Entity } from 'typeorm';
import type { DomainError } from '../../core/errors';
import { FoldedColumn, IdColumn, IntColumn, VarcharColumn } from '../schema/columns';
import { StoreDataSource } from '../connection/data-source';
import { getSqliteDriver } from '../dialect/sqlite.driver';
import { SqliteDialect } from '../dialect/sqlite.dialect';
import { defineList } from './list-definition';
import { EntityModels } from '../schema/entity-model';
import { parseSorting } from './sorting';

@Entity('sorted_shops')
class Shop {
  @IdColumn() id!: number;
  @VarcharColumn(50) name!: string;
  @FoldedColumn() nameFolded!: string;
  @IntColumn() rank!: number;
}

const shops = defineList(Shop, {
  sort: { rank: 'rank', name: { property: 'name', foldedProperty: 'nameFolded' } },
});

const source = new StoreDataSource({
  type: 'better-sqlite3',
  driver: getSqliteDriver(),
  database: ':memory:',
  entities: [Shop],
  dialect: new SqliteDialect(),
});
beforeAll(() => source.initialize());
afterAll(() => source.destroy());

const sortingText = (text?: string, list = shops): string =>
  parseSorting(list, new EntityModels(source).get(Shop), text).normalizedText;

function errorsOf(text: string): unknown {
  try {
    return sortingText(text);
  } catch (error) {
    return (error as DomainError).fieldErrors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

describe('A sort order', () => {
  it.each([
    [undefined, 'id.asc'],
    ['', 'id.asc'],
    ['rank.desc', 'rank.desc,id.asc'],
    ['name.asc,rank.desc', 'name_folded.asc,rank.desc,id.asc'],
    [' name.asc , rank.desc ', 'name_folded.asc,rank.desc,id.asc'],
    ['id.desc', 'id.desc'],
    ['rank.asc,id.desc,name.asc', 'rank.asc,id.desc'],
  ])('is total and normalized: %s', (text, spelling) => {
    expect(sortingText(text)).toBe(spelling);
  });

  it('is the default of the list if the request has none', () => {
    expect(sortingText(undefined, { ...shops, defaultSort: 'rank.desc' })).toBe('rank.desc,id.asc');
  });

  it.each([
    ...['rank', 'rank.up', 'rank.ASC', 'nameFolded.asc', 'name_folded.asc', 'other.asc', ','],
    ...['rank.asc,rank.desc', 'constructor.asc', '__proto__.asc', 'rank.asc;DROP', 'id.asc,'],
  ])('is rejected if the list has no such order: %s', (text) => {
    expect(errorsOf(text)).toEqual(['query/sort sort.unknown']);
  });
});
