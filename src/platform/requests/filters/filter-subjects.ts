import { Injectable } from '@nestjs/common';
import { toUpperCaseCode } from '../../../core/code-case';
import { toCountryCode, toCountryNumber, isCountryCode } from '../../../core/countries';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import { pIdOnlyPlan } from '../../../core/load-plan';
import { type Crud, ReferenceLookup, isOneOf, type Reference } from '../../../database';
import { Catalog } from '../../catalog';
import type { FilterItemDto } from './filter-item.dto';
import { type FilterType, filterTypes } from './filter-types';

/** A filter as it stands in a request, and where it stands there. */
export interface FilterInput {
  readonly item: FilterItemDto;
  readonly pointer: string;
}

/** A record that filters name: a user, a group, a country, a zone. */
interface FilterSubject {
  readonly id: number;
  readonly pId: string;
}

/** One kind of records that filters name; look-ups take one query, however many are asked for. */
export interface FilterSubjectSource {
  lookUpReferences(references: readonly Reference[]): Promise<ReferenceLookup<FilterSubject>>;
  listByIds(ids: readonly number[]): Promise<readonly FilterSubject[]>;
}

/**
 * The records of a collection, as what filters name. Those that are found stay until the unit of work ends:
 * else a filter could be stored after the deletion of what it names has removed all of them.
 */
export function createSubjectSource<E extends FilterSubject>(
  collection: Crud<E>,
): FilterSubjectSource {
  return {
    lookUpReferences: (references) => collection.lookUpAndLockReferences(references, pIdOnlyPlan),
    listByIds: (ids) => collection.listWhere([isOneOf('id', ids)], pIdOnlyPlan),
  };
}

/** What filters can name. Countries are known, zones are the catalog's; other areas register theirs. */
@Injectable()
export class FilterSubjects {
  private readonly sources: Record<FilterType, FilterSubjectSource>;

  constructor(catalog: Catalog) {
    this.sources = {
      [filterTypes.user]: createEmptySource('user'),
      [filterTypes.userGroup]: createEmptySource('userGroup'),
      [filterTypes.country]: countrySource,
      [filterTypes.countryZone]: {
        lookUpReferences: (references) => catalog.resolve('zone', references),
        listByIds: (ids) => catalog.listByIds('zone', ids),
      },
    };
  }

  register(type: FilterType, kind: FilterSubjectSource): void {
    this.sources[type] = kind;
  }

  /**
   * The ids of what filters name, in their order; inside a unit of work, whose end nothing of it is deleted before.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  async resolve(given: readonly FilterInput[]): Promise<number[]> {
    const found = new Map<FilterType, ReferenceLookup<FilterSubject>>();
    const named = given.map(({ item, pointer }) => ({ item: withUpperCaseCountry(item), pointer }));
    for (const type of new Set(named.map(({ item }) => item.itemType))) {
      const references = named.map(({ item }) => item).filter((item) => item.itemType === type);
      found.set(type, await this.sources[type].lookUpReferences(references));
    }
    return named.map(({ item, pointer }) => {
      const subject = found.get(item.itemType)?.find(item, pointer);
      if (subject instanceof DomainError) throw subject;
      return (subject as FilterSubject).id;
    });
  }

  /** The pIds of what filters of a type name, by id; of a country its alpha-2 code. */
  async findPids(type: FilterType, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.sources[type].listByIds([...new Set(ids)]);
    return new Map(found.map(({ id, pId }) => [id, pId]));
  }
}

/** A kind of records that no area has registered: there are none. */
function createEmptySource(resource: string): FilterSubjectSource {
  return {
    lookUpReferences: () => Promise.resolve(new ReferenceLookup<FilterSubject>(resource, [])),
    listByIds: () => Promise.resolve([]),
  };
}

/** Countries by their number and alpha-2 code in ISO 3166-1. */
const countrySource: FilterSubjectSource = {
  lookUpReferences: (references) => {
    const numbers = references.flatMap(({ id = 0, pId = '' }) => [id, toCountryNumber(pId)]);
    return Promise.resolve(new ReferenceLookup('country', toCountrySubjects(numbers)));
  },
  listByIds: (ids) => Promise.resolve(toCountrySubjects(ids)),
};

/** A country's code in upper case; other pIds are told apart by case. */
function withUpperCaseCountry(item: FilterItemDto): FilterItemDto {
  if (item.itemType !== filterTypes.country || item.pId === undefined) return item;
  return { ...item, pId: toUpperCaseCode(item.pId) };
}

function toCountrySubjects(numbers: readonly number[]): FilterSubject[] {
  return numbers.flatMap((id) => {
    const pId = toCountryCode(id);
    return pId === undefined ? [] : { id, pId };
  });
}

/**
 * Refuses country codes that are none.
 * @throws InvalidRequest with every fault
 */
export function requireCountries(given: readonly FilterInput[]): void {
  const faults = given.flatMap((filter) => findFieldError(filter) ?? []);
  if (faults.length > 0) throw new InvalidRequest(faults);
}

function findFieldError({ item, pointer }: FilterInput): FieldError | undefined {
  const { id = 0, pId = '', itemType } = item;
  if (itemType !== filterTypes.country) return undefined;
  if (pId !== '' && !isCountryCode(toUpperCaseCode(pId))) {
    const detail = 'The pId must be an ISO 3166-1 alpha-2 country code, such as ES.';
    return { pointer: `${pointer}/pId`, code: 'format.iso-3166-1-alpha-2', detail };
  }
  if (id !== 0 && toCountryCode(id) === undefined) {
    const detail = 'The id must be an ISO 3166-1 numeric country code, such as 724.';
    return { pointer: `${pointer}/id`, code: 'format.iso-3166-1-numeric', detail };
  }
  return undefined;
}
