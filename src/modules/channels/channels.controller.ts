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
import type { TablePlan } from '../../core/load-plan';
import { UnitOfWork } from '../../database';
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
  rank: 2000,
  description:
    'Where the store sells, and which locations hand out or take back what was bought there.',
};

const channelLocationsResponse = collectionResponse('PHYSICALLOCATIONS', channelLocationRecord);
/** What `If-Match` of a link speaks of: the list that every change of one answers with. */
const LIST_OPERATION_ID = 'listChannelPhysicalLocations';
const referenceErrors = [ReferenceNotFound, ReferenceMismatch];

/** Specification, Sales channels. */
@ApiController('channels', {
  area: 'channels',
  heading: channelsOpenApiTag,
  examples: { pId: 'web' },
})
export class ChannelsController {
  constructor(
    private readonly links: ChannelLocationsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @GetId('getId/:pId', {
    summary: 'Find the id of a channel',
    description:
      'Answers the `ID` that paths take for the pId of a channel, compared exactly. Channels ' +
      'come in by the import.',
  })
  getChannelId(@PathParams() { pId }: PidPath) {
    return this.links.idOf(pId);
  }

  @Read(':id/physicalLocations', {
    summary: 'List the physical locations that serve a channel',
    description:
      'All locations that hand out or take back what was bought there, in the order in which ' +
      'they were linked. Its ETag is what `If-Match` of a change of the links takes.',
    returns: channelLocationsResponse,
  })
  listChannelPhysicalLocations(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<ChannelLocation>,
  ) {
    return this.links.list(id, plan);
  }

  @Create(':id/physicalLocations', {
    summary: 'Link a physical location to a channel',
    description:
      'Links one location, with its headquarter where one is named; each serves a channel once. ' +
      'Answers all links of the channel.',
    returns: channelLocationsResponse,
    errors: [NotFound, LocationAlreadyLinked, ...referenceErrors],
  })
  createChannelPhysicalLocation(
    @PathParams() { id }: IdPath,
    @RequestBody('channelPhysicalLocations') body: CreateChannelLocationDto,
    @ResponseLoadPlan() plan: TablePlan<ChannelLocation>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.links.create(id, body);
      return this.links.list(id, plan);
    });
  }

  @Update(':id/physicalLocations/:physicalLocationId', {
    summary: 'Change how a physical location serves a channel',
    description: `${partialUpdateDescription} The location itself can't be changed: unlink it, and link the other one. Answers all links of the channel.`,
    returns: channelLocationsResponse,
    errors: referenceErrors,
    ifMatchOperation: LIST_OPERATION_ID,
  })
  updateChannelPhysicalLocation(
    @PathParams() { id, physicalLocationId }: ChannelLocationPath,
    @RequestBody('channelPhysicalLocations') body: UpdateChannelLocationDto,
    @ResponseLoadPlan() plan: TablePlan<ChannelLocation>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.links.update(id, physicalLocationId, body);
      return this.links.list(id, plan);
    });
  }

  @Remove(':id/physicalLocations/:physicalLocationId', {
    summary: 'Unlink a physical location from a channel',
    description:
      'Ends that the location serves the channel; the location itself stays, and so do orders ' +
      'that name it. Answers the links that are left.',
    returns: channelLocationsResponse,
    ifMatchOperation: LIST_OPERATION_ID,
  })
  removeChannelPhysicalLocation(
    @PathParams() { id, physicalLocationId }: ChannelLocationPath,
    @ResponseLoadPlan() plan: TablePlan<ChannelLocation>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.links.remove(id, physicalLocationId);
      return this.links.list(id, plan);
    });
  }
}
