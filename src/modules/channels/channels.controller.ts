import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  Read,
  Remove,
  Update,
  partialUpdateDescription,
} from '../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../core/errors';
import type { RecordPlan } from '../../core/load-plan';
import type { ChannelLocation } from './channel-location.entity';
import {
  ChannelLocationPath,
  CreateChannelLocationDto,
  UpdateChannelLocationDto,
} from './channel-location.dto';
import { channelLocationRecord } from './channel-location.record';
import { ChannelLocationsService, LocationAlreadyLinked } from './channel-locations.service';

const channelsOpenApiTag: OpenApiTag = {
  name: 'Channels',
  position: 2000,
  description:
    'Sales channels of the store, and the locations where their orders can be picked up or returned.',
};

const channelLocationsResponse = collectionResponse('PHYSICALLOCATIONS', channelLocationRecord);
/** The operation whose ETag `If-Match` refers to: the list of links that every change returns. */
const LIST_OPERATION_ID = 'listChannelPhysicalLocations';
const referenceErrors = [ReferenceNotFound, ReferenceMismatch];

/** Sales channels (specification, Sales channels). */
@ApiController('channels', {
  area: 'channels',
  openApiTag: channelsOpenApiTag,
  pathExamples: { pId: 'web' },
})
export class ChannelsController {
  constructor(private readonly links: ChannelLocationsService) {}

  @GetId('getId/:pId', {
    summary: 'Find the id of a channel',
    description:
      'Returns the `ID` of the channel with this pId, for use in paths. The pId is compared exactly. Channels ' +
      'are created by the import.',
  })
  getChannelId(@PathParams() { pId }: PidPath) {
    return this.links.getChannelIdByPid(pId);
  }

  @Read(':id/physicalLocations', {
    summary: 'List the physical locations that serve a channel',
    description:
      'Returns all linked locations, where orders can be picked up or returned, in the order in which ' +
      'they were linked. The ETag can be sent as `If-Match` with changes of the links.',
    returns: channelLocationsResponse,
  })
  listChannelPhysicalLocations(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<ChannelLocation>,
  ) {
    return this.links.list(id, plan);
  }

  @Create(':id/physicalLocations', {
    summary: 'Link a physical location to a channel',
    description:
      'Links one location to the channel, optionally with its headquarter. Each location can be linked once. ' +
      'Returns all links of the channel.',
    returns: channelLocationsResponse,
    errors: [NotFound, LocationAlreadyLinked, ...referenceErrors],
  })
  async createChannelPhysicalLocation(
    @PathParams() { id }: IdPath,
    @RequestBody('channelPhysicalLocations') body: CreateChannelLocationDto,
    @ResponseLoadPlan() plan: RecordPlan<ChannelLocation>,
  ) {
    await this.links.create(id, body);
    return this.links.list(id, plan);
  }

  @Update(':id/physicalLocations/:physicalLocationId', {
    summary: 'Change the link of a physical location to a channel',
    description: `${partialUpdateDescription} The location itself can't be changed: unlink it and link another one. Returns all links of the channel.`,
    returns: channelLocationsResponse,
    errors: referenceErrors,
    ifMatchOperation: LIST_OPERATION_ID,
  })
  async updateChannelPhysicalLocation(
    @PathParams() { id, physicalLocationId }: ChannelLocationPath,
    @RequestBody('channelPhysicalLocations') body: UpdateChannelLocationDto,
    @ResponseLoadPlan() plan: RecordPlan<ChannelLocation>,
  ) {
    await this.links.update(id, physicalLocationId, body);
    return this.links.list(id, plan);
  }

  @Remove(':id/physicalLocations/:physicalLocationId', {
    summary: 'Unlink a physical location from a channel',
    description:
      'Removes the link and returns the remaining ones. The location itself stays, and so do orders ' +
      'that refer to it.',
    returns: channelLocationsResponse,
    ifMatchOperation: LIST_OPERATION_ID,
  })
  async removeChannelPhysicalLocation(
    @PathParams() { id, physicalLocationId }: ChannelLocationPath,
    @ResponseLoadPlan() plan: RecordPlan<ChannelLocation>,
  ) {
    await this.links.remove(id, physicalLocationId);
    return this.links.list(id, plan);
  }
}
