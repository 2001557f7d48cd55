import { Injectable } from '@nestjs/common';
import { countryCode, countryNumber, isCountryCode } from '../../core/countries';
import {
  DomainError,
  type Fault,
  InvalidRequest,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../core/errors';
import { Catalog } from '../catalog';
import type { FilterItemDto } from './filter-item.dto';
import { type FilterType, filterTypes } from './filter-types';

/** A filter as it stands in a request, and where it stands there. */
export interface GivenFilter {
  readonly item: FilterItemDto;
  readonly pointer: string;
}

/** A record that filters name: a user, a group, a zone. */
interface Subject {
  readonly id: number;
  readonly pId: string;
}

/** One kind of records that filters name; look-ups take one query each, however many are asked for. */
export interface SubjectKind {
  /** Name in errors. */
  readonly resource: string;
  byIds(ids: readonly number[]): Promise<readonly Subject[]>;
  byPids(pIds: readonly string[]): Promise<readonly Subject[]>;
}

/** What filters can name. Countries are known, zones are the catalog's; other areas register theirs. */
@Injectable()
export class FilterSubjects {
  private readonly kinds = new Map<number, SubjectKind>();

  constructor(catalog: Catalog) {
    this.register(filterTypes.zone, {
      resource: 'zone',
      byIds: (ids) => catalog.byIds('zone', ids),
      byPids: async (pIds) => [...(await catalog.find('zone', pIds)).values()],
    });
  }

  register(type: FilterType, kind: SubjectKind): void {
    this.kinds.set(type, kind);
  }

  /**
   * The ids of what filters name, in their order.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  async resolve(given: readonly GivenFilter[]): Promise<number[]> {
    const ids = new Map<GivenFilter, number>();
    for (const type of new Set(given.map(({ item }) => item.itemType))) {
      const some = given.filter(({ item }) => item.itemType === type);
      const found = type === filterTypes.country ? countries(some) : await this.find(type, some);
      for (const [index, filter] of some.entries()) ids.set(filter, found[index] as number);
    }
    return given.map((filter) => ids.get(filter) as number);
  }

  /** The pId of what filters of a type name, by id; of a country its alpha-2 code. */
  async pIds(type: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (type === filterTypes.country) return new Map(ids.map((id) => [id, countryCode(id) ?? '']));
    const found = (await this.kinds.get(type)?.byIds([...new Set(ids)])) ?? [];
    return new Map(found.map(({ id, pId }) => [id, pId]));
  }

  private async find(type: FilterType, given: readonly GivenFilter[]): Promise<number[]> {
    const kind = this.kinds.get(type);
    const ids = given.flatMap(({ item: { id = 0 } }) => (id === 0 ? [] : id));
    const pIds = given.flatMap(({ item: { pId } }) => pId ?? []);
    const found = [
      ...(ids.length > 0 ? ((await kind?.byIds(ids)) ?? []) : []),
      ...(pIds.length > 0 ? ((await kind?.byPids(pIds)) ?? []) : []),
    ];
    return given.map(({ item: { id = 0, pId = '' }, pointer }) => {
      const named = found.find((one) => (id === 0 ? one.pId === pId : one.id === id));
      if (!named) {
        const resource = kind?.resource ?? filterTypeNames.get(type) ?? '';
        throw new ReferenceNotFound({ resource, pointer, reference: id === 0 ? pId : id });
      }
      if (pId !== '' && named.pId !== pId) throw new ReferenceMismatch({ pointer });
      return named.id;
    });
  }
}

const filterTypeNames = new Map<number, string>(
  Object.entries(filterTypes).map(([name, code]) => [code, name]),
);

/**
 * Refuses filters that name nothing, and country codes that are none (api.md, Codes).
 * @throws InvalidRequest with every fault
 */
export function requireNames(given: readonly GivenFilter[]): void {
  const faults = given.flatMap((filter) => faultOf(filter) ?? []);
  if (faults.length > 0) throw new InvalidRequest(faults);
}

function faultOf({ item, pointer }: GivenFilter): Fault | undefined {
  const { id = 0, pId = '', itemType } = item;
  if (id === 0 && pId === '') {
    const detail = 'A filter needs an id other than 0, or a pId.';
    return { pointer, code: 'reference.empty', detail };
  }
  if (itemType !== filterTypes.country) return undefined;
  if (pId !== '' && !isCountryCode(pId)) {
    const detail = 'The pId must be an ISO 3166-1 alpha-2 country code in upper case, such as ES.';
    return { pointer: `${pointer}/pId`, code: 'format.iso-3166-1-alpha-2', detail };
  }
  if (id !== 0 && countryCode(id) === undefined) {
    const detail = 'The id must be an ISO 3166-1 numeric country code, such as 724.';
    return { pointer: `${pointer}/id`, code: 'format.iso-3166-1-numeric', detail };
  }
  return undefined;
}

/** Countries need no look-up: `requireNames` has seen to it that their codes are some. */
function countries(given: readonly GivenFilter[]): number[] {
  return given.map(({ item: { id = 0, pId = '' }, pointer }): number => {
    const number = pId === '' ? id : countryNumber(pId);
    if (id !== 0 && id !== number) throw new ReferenceMismatch({ pointer });
    return number;
  });
}
