import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../../api';
import { toUpperCaseCode } from '../../../core/code-case';
import { toCountryCode, toNumericCountryCode, isCountryCode } from '../../../core/countries';
import { DomainError, type FieldError, InvalidRequest } from '../../../core/errors';
import { pIdOnlyPlan } from '../../../core/load-plan';
import { type Crud, ReferenceLookup, whereIn, type RecordReference } from '../../../database';
import { CatalogRepository } from '../../catalog';
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

/** The subjects of one filter type; each look-up takes one query at most. */
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
    listByIds: (ids) => collection.listWhere([whereIn('id', ids)], pIdOnlyPlan),
  };
}

/** Owns subjects of filters. */
export interface FilterSubjectProvider {
  readonly filterSubjectSource: FilterSubjectSource;
}

/** Marks a provider that owns subjects of filters. */
export const FilterSubjectProvider = createProviderDecorator<FilterSubjectProvider>();

/** The subjects of filters. Countries are built in, zones are in the catalog; other areas own theirs. */
@Injectable()
export class FilterSubjects implements OnModuleInit {
  private sourceByType: ReadonlyMap<FilterType, FilterSubjectSource> = new Map();

  constructor(
    private readonly catalog: CatalogRepository,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    const subjectProviders = listDecoratedProviders(this.discovery, FilterSubjectProvider);
    const zoneSource: FilterSubjectSource = {
      type: filterTypes.countryZone,
      lookUpReferences: (references) => this.catalog.lookUpReferences('zone', references),
      listByIds: (ids) => this.catalog.listByIds('zone', ids),
    };
    const sources = [
      countrySource,
      zoneSource,
      ...subjectProviders.map(({ filterSubjectSource }) => filterSubjectSource),
    ];
    this.sourceByType = new Map(sources.map((source) => [source.type, source]));
  }

  /**
   * Returns the ids of the subjects, in the order of the filters, inside a unit of work that locks the subjects.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  async resolve(inputs: readonly FilterInput[]): Promise<number[]> {
    const lookupByType = new Map<FilterType, ReferenceLookup<FilterSubject>>();
    const filters = inputs.map(({ item, pointer }) => ({
      item: toUpperCaseCountry(item),
      pointer,
    }));
    for (const type of new Set(filters.map(({ item }) => item.itemType))) {
      const references = filters.map(({ item }) => item).filter((item) => item.itemType === type);
      lookupByType.set(type, await this.getSource(type).lookUpReferences(references));
    }
    return filters.map(({ item, pointer }) => {
      const subject = lookupByType.get(item.itemType)?.resolve(item, pointer);
      if (subject instanceof DomainError) throw subject;
      return (subject as FilterSubject).id;
    });
  }

  /** Returns the pIds of subjects by id; for countries the alpha-2 code. */
  async findPids(type: FilterType, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const subjects = await this.getSource(type).listByIds([...new Set(ids)]);
    return new Map(subjects.map(({ id, pId }) => [id, pId]));
  }

  private getSource(type: FilterType): FilterSubjectSource {
    const source = this.sourceByType.get(type);
    if (!source) throw new Error(`No provider owns the filter subjects of type ${type}`);
    return source;
  }
}

/** Countries by their number and alpha-2 code in ISO 3166-1. */
const countrySource: FilterSubjectSource = {
  type: filterTypes.country,
  lookUpReferences: (references) => {
    const numbers = references.flatMap(({ id = 0, pId = '' }) => [id, toNumericCountryCode(pId)]);
    return Promise.resolve(new ReferenceLookup('country', toCountrySubjects(numbers)));
  },
  listByIds: (ids) => Promise.resolve(toCountrySubjects(ids)),
};

/** Converts a country's code to upper case; other pIds are case-sensitive. */
function toUpperCaseCountry(item: FilterItemDto): FilterItemDto {
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
