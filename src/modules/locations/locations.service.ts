import { Injectable } from '@nestjs/common';
import { filterTextsByLanguage } from '../../core/languages';
import { isPlanAffected, type LoadPlan, createLoadPlan } from '../../core/load-plan';
import type { Page } from '../../core/page';
import { toSortKey } from '../../core/text-folding';
import {
  Crud,
  whereIn,
  defineList,
  LocalizedTexts,
  DataAccess,
  type TextUpdateOptions,
} from '../../database';
import { CatalogRepository, requireZonesInCountries } from '../../platform/catalog';
import type { CreateLocationDto, LocationQuery, UpdateLocationDto } from './location.dto';
import { locationSearchKind, PhysicalLocation, PhysicalLocationText } from './location.entity';

const locationListing = defineList(PhysicalLocation, {
  sort: { pId: 'pId', name: { property: 'name', foldedProperty: 'nameFolded' } },
  search: locationSearchKind,
});

/** The searchable columns of a location. */
const searchableColumns = [
  'name',
  'pId',
  'address',
  'city',
  'postalCode',
  'state',
  'email',
  'phone',
] as const;
const searchableColumnsPlan = createLoadPlan(PhysicalLocation, searchableColumns);

type SearchedLocation = Pick<PhysicalLocation, 'id' | (typeof searchableColumns)[number]>;

/** The columns that are checked when zone or country change. */
const countryAndZonePlan = createLoadPlan(PhysicalLocation, ['countryCode', 'zoneId']);

/** The default of texts that are not sent. */
const EMPTY_TEXT = {
  information: '',
  bannerAlt: '',
  bannerImage: '',
  destinationUrl: '',
  linkFollowing: false,
};

/** Manages physical locations. */
@Injectable()
export class LocationsService {
  private readonly locations: Crud<PhysicalLocation>;
  private readonly texts: LocalizedTexts<PhysicalLocationText, 'locationId'>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly catalog: CatalogRepository,
  ) {
    this.locations = new Crud(dataAccess, PhysicalLocation, 'physicalLocation', locationListing);
    this.texts = new LocalizedTexts(dataAccess, PhysicalLocationText, 'locationId', EMPTY_TEXT);
  }

  async list<R extends Partial<Pick<PhysicalLocation, 'languages'>>>(
    query: LocationQuery,
    plan: LoadPlan<PhysicalLocation, R>,
  ): Promise<Page<R>> {
    const page = await this.locations.listPage({ ...query }, plan);
    const items = page.items.map((location) =>
      filterTextsByLanguage(location, query.languageCode, 'languages'),
    );
    return { ...page, items };
  }

  get<R>(id: number, plan: LoadPlan<PhysicalLocation, R>): Promise<R> {
    return this.locations.get(id, plan);
  }

  /** Returns the existing locations with these pIds. */
  listByPIds<R>(pIds: readonly string[], plan: LoadPlan<PhysicalLocation, R>): Promise<R[]> {
    return this.locations.listWhere([whereIn('pId', pIds)], plan);
  }

  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.locations.getIdByPid(pId) };
  }

  /** Creates a location. @throws PidTaken, ReferenceNotFound, ZoneCountryMismatch */
  create({ languages = [], locationId, ...values }: CreateLocationDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.assertZoneInCountry(locationId, values.countryCode, 'locationId');
      const id = await this.locations.insert({
        ...values,
        zoneId: zeroToNull(locationId),
        nameFolded: toSortKey(values.name),
      });
      await this.texts.insert(id, languages);
      await this.index({ ...values, id });
      return { id };
    });
  }

  /** Updates a location. @throws NotFound, PidTaken, ReferenceNotFound, ZoneCountryMismatch */
  update(
    id: number,
    { languages, locationId, ...values }: UpdateLocationDto,
    { textMode = 'merge' }: TextUpdateOptions = {},
  ): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.locations.lock(id);
      await this.requireMatchingZone(id, locationId, values.countryCode);
      await this.locations.update(id, {
        ...values,
        ...(locationId === undefined ? {} : { zoneId: zeroToNull(locationId) }),
        ...(values.name === undefined ? {} : { nameFolded: toSortKey(values.name) }),
      });
      await this.texts.update(id, languages, textMode);
      if (isPlanAffected(searchableColumnsPlan, values)) await this.reindex(id);
    });
  }

  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.locations.remove(id);
      await this.dataAccess.searchIndex.remove(locationSearchKind, [id]);
      return { id };
    });
  }

  /** Checks zone and country as they will be after an update that changes at least one of them. */
  private async requireMatchingZone(
    id: number,
    zoneId: number | undefined,
    countryCode: string | undefined,
  ): Promise<void> {
    if (zoneId === undefined && countryCode === undefined) return;
    const stored = await this.locations.get(id, countryAndZonePlan);
    await this.assertZoneInCountry(
      zoneId ?? stored.zoneId ?? 0,
      countryCode ?? stored.countryCode,
      zoneId === undefined ? 'countryCode' : 'locationId',
    );
  }

  /** @param field the field that an error points to */
  private assertZoneInCountry(zoneId: number, countryCode: string, field: string): Promise<void> {
    return requireZonesInCountries(this.catalog, [{ zoneId, countryCode, pointer: `/${field}` }]);
  }

  /** Updates the search index after a change of the record. */
  async reindex(id: number): Promise<void> {
    await this.index(await this.locations.get(id, searchableColumnsPlan));
  }

  private async index({ id, ...columns }: SearchedLocation): Promise<void> {
    const fields = searchableColumns.map((name) => columns[name]);
    await this.dataAccess.searchIndex.replace(locationSearchKind, [{ id, fields }]);
  }
}

function zeroToNull(zoneId: number): number | null {
  return zoneId === 0 ? null : zoneId;
}
