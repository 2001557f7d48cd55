import {
  ApiController,
  RequestBody,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  pagedResponse,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  partialTextsUpdateDescription,
} from '../../api';
import { PidTaken, ReferenceNotFound } from '../../core/errors';
import type { RecordPlan } from '../../core/load-plan';
import type { PhysicalLocation } from './location.entity';
import { ZoneCountryMismatch } from '../../platform/catalog';
import { CreateLocationDto, LocationQuery, UpdateLocationDto } from './location.dto';
import { locationRecord } from './location.record';
import { LocationsService } from './locations.service';

const locationsOpenApiTag: OpenApiTag = {
  name: 'Locations',
  position: 2100,
  description: 'Shops, pick-up points and warehouses with their addresses and opening hours.',
};

const writeErrors = [PidTaken, ReferenceNotFound, ZoneCountryMismatch];

/** Physical locations (specification, Physical locations). */
@ApiController('physicalLocations', {
  area: 'locations',
  openApiTag: locationsOpenApiTag,
  pathExamples: { pId: 'gracia' },
})
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @List('', {
    summary: 'List physical locations',
    description:
      'Returns locations page by page. `q` searches name, pId, address, city, postal code, state, e-mail and ' +
      'phone; `languageCode` limits the texts to one language.',
    isFieldsParameterInSpecification: true,
    returns: pagedResponse('PHYSICALLOCATIONS', locationRecord),
  })
  listPhysicalLocations(
    @QueryParams() query: LocationQuery,
    @ResponseLoadPlan() plan: RecordPlan<PhysicalLocation>,
  ) {
    return this.locations.list(query, plan);
  }

  @Create('', {
    summary: 'Create a physical location',
    description:
      'Creates a shop, pick-up point or warehouse. To link it to channels, call ' +
      '`createChannelPhysicalLocation`. A zone has to belong to the country.',
    returns: locationRecord,
    errors: writeErrors,
  })
  async createPhysicalLocation(
    @RequestBody('physicalLocations') body: CreateLocationDto,
    @ResponseLoadPlan() plan: RecordPlan<PhysicalLocation>,
  ) {
    const { id } = await this.locations.create(body);
    return this.locations.get(id, plan);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a physical location',
    description:
      'Returns the `ID` of the location with this pId, for use in paths. The pId is compared exactly.',
  })
  getPhysicalLocationId(@PathParams() { pId }: PidPath) {
    return this.locations.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'location',
    summary: 'Read a physical location',
    description:
      'Returns one location with its texts in all languages. `COUNTRYID` is the ISO 3166-1 number.',
    returns: locationRecord,
  })
  getPhysicalLocation(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<PhysicalLocation>,
  ) {
    return this.locations.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a physical location',
    description: `${partialTextsUpdateDescription} Zone and country are checked together: when you change the country, send the new zone or 0 as well. Orders keep their copies.`,
    returns: locationRecord,
    errors: writeErrors,
  })
  async updatePhysicalLocation(
    @PathParams() { id }: IdPath,
    @RequestBody('physicalLocations') body: UpdateLocationDto,
    @ResponseLoadPlan() plan: RecordPlan<PhysicalLocation>,
  ) {
    await this.locations.update(id, body);
    return this.locations.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a physical location and its links to channels',
    description: 'Deletes the location with its texts. Orders that refer to it keep their copies.',
  })
  removePhysicalLocation(@PathParams() { id }: IdPath) {
    return this.locations.remove(id);
  }
}
