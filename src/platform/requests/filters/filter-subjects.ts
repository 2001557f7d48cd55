import { Injectable } from '@nestjs/common';
import { toUpperCaseCode } from '../../../core/code-case';
import { toCountryCode, toCountryNumber, isCountryCode } from '../../../core/countries';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import { pIdOnlyPlan } from '../../../core/load-plan';
import { type Crud, ReferenceLookup, isOneOf, type Reference } from '../../../database';
import { Catalog } from '../../catalog';
import type { FilterItemDto } from './filter-item.dto';
import { type FilterType, filterTypes } from './filter-types';

/** A filter in a request, and its location. */
export interface FilterInput {
  readonly item: FilterItemDto;
  readonly pointer: string;
}

/** A subject of filters: a user, group, country or zone. */
interface FilterSubject {
  readonly id: number;
  readonly pId: string;
}

/** The subjects of one filter type; each look-up takes one query. */
export interface FilterSubjectSource {
  lookUpReferences(references: readonly Reference[]): Promise<ReferenceLookup<FilterSubject>>;
  listByIds(ids: readonly number[]): Promise<readonly FilterSubject[]>;
}

/**
 * Creates a source from a collection. The subjects that are found stay locked until the unit of work ends: otherwise a
 * filter could be stored after the deletion of its subject has removed all filters.
 */
export function createSubjectSource<E extends FilterSubject>(
  collection: Crud<E>,
): FilterSubjectSource {
  return {
    lookUpReferences: (references) => collection.lookUpAndLockReferences(references, pIdOnlyPlan),
    listByIds: (ids) => collection.listWhere([isOneOf('id', ids)], pIdOnlyPlan),
  };
}

/** The subjects of filters. Countries are built in, zones are in the catalog; other areas register theirs. */
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
   * Returns the ids of the subjects, in the order of the filters, inside a unit of work that locks the subjects.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  async resolve(inputs: readonly FilterInput[]): Promise<number[]> {
    const found = new Map<FilterType, ReferenceLookup<FilterSubject>>();
    const filters = inputs.map(({ item, pointer }) => ({
      item: withUpperCaseCountry(item),
      pointer,
    }));
    for (const type of new Set(filters.map(({ item }) => item.itemType))) {
      const references = filters.map(({ item }) => item).filter((item) => item.itemType === type);
      found.set(type, await this.sources[type].lookUpReferences(references));
    }
    return filters.map(({ item, pointer }) => {
      const subject = found.get(item.itemType)?.find(item, pointer);
      if (subject instanceof DomainError) throw subject;
      return (subject as FilterSubject).id;
    });
  }

  /** Returns the pIds of subjects by id; for countries the alpha-2 code. */
  async findPids(type: FilterType, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.sources[type].listByIds([...new Set(ids)]);
    return new Map(found.map(({ id, pId }) => [id, pId]));
  }
}

/** A source without subjects, for types that no area has registered. */
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

/** Converts a country's code to upper case; other pIds are case-sensitive. */
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
 * Checks country codes.
 * @throws InvalidRequest with all errors
 */
export function requireCountries(inputs: readonly FilterInput[]): void {
  const errors = inputs.flatMap((filter) => findFieldError(filter) ?? []);
  if (errors.length > 0) throw new InvalidRequest(errors);
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
