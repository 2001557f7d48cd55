import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../../api';
import { toUpperCaseCode } from '../../../core/code-case';
import { toCountryCode, toCountryNumber, isCountryCode } from '../../../core/countries';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import { pIdOnlyPlan } from '../../../core/load-plan';
import { type Crud, ReferenceLookup, isOneOf, type RecordReference } from '../../../database';
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
interface FilterSubjectSource {
  readonly type: FilterType;
  lookUpReferences(references: readonly RecordReference[]): Promise<ReferenceLookup<FilterSubject>>;
  listByIds(ids: readonly number[]): Promise<readonly FilterSubject[]>;
}

/**
 * Creates a source from a collection. The subjects that are found stay locked until the unit of work ends.
 * Otherwise, a filter could be stored after the deletion of its subject has removed all filters.
 */
export function createFilterSubjectSource<E extends FilterSubject>(
  type: FilterType,
  collection: Crud<E>,
): FilterSubjectSource {
  return {
    type,
    lookUpReferences: (references) => collection.lookUpAndLockReferences(references, pIdOnlyPlan),
    listByIds: (ids) => collection.listWhere([isOneOf('id', ids)], pIdOnlyPlan),
  };
}

/** Owns subjects of filters. */
export interface FilterSubjectOwner {
  readonly filterSubjects: FilterSubjectSource;
}

/** Marks a provider that owns subjects of filters. */
export const FilterSubjectOwner = createProviderDecorator<FilterSubjectOwner>();

/** The subjects of filters. Countries are built in, zones are in the catalog; other areas own theirs. */
@Injectable()
export class FilterSubjects implements OnModuleInit {
  private sources: ReadonlyMap<FilterType, FilterSubjectSource> = new Map();

  constructor(
    private readonly catalog: Catalog,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    const owners = listDecoratedProviders(this.discovery, FilterSubjectOwner);
    const zones: FilterSubjectSource = {
      type: filterTypes.countryZone,
      lookUpReferences: (references) => this.catalog.lookUpReferences('zone', references),
      listByIds: (ids) => this.catalog.listByIds('zone', ids),
    };
    const sources = [countries, zones, ...owners.map(({ filterSubjects }) => filterSubjects)];
    this.sources = new Map(sources.map((source) => [source.type, source]));
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
      found.set(type, await this.getSource(type).lookUpReferences(references));
    }
    return filters.map(({ item, pointer }) => {
      const subject = found.get(item.itemType)?.resolve(item, pointer);
      if (subject instanceof DomainError) throw subject;
      return (subject as FilterSubject).id;
    });
  }

  /** Returns the pIds of subjects by id; for countries the alpha-2 code. */
  async findPids(type: FilterType, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = await this.getSource(type).listByIds([...new Set(ids)]);
    return new Map(found.map(({ id, pId }) => [id, pId]));
  }

  private getSource(type: FilterType): FilterSubjectSource {
    const source = this.sources.get(type);
    if (!source) throw new Error(`No provider owns the filter subjects of type ${type}`);
    return source;
  }
}

/** Countries by their number and alpha-2 code in ISO 3166-1. */
const countries: FilterSubjectSource = {
  type: filterTypes.country,
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
export function requireValidCountryCodes(inputs: readonly FilterInput[]): void {
  const errors = inputs.flatMap((filter) => findCountryError(filter) ?? []);
  if (errors.length > 0) throw new InvalidRequest(errors);
}

function findCountryError({ item, pointer }: FilterInput): FieldError | undefined {
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
