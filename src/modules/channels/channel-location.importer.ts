import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../api';
import { Channel } from '../../platform/catalog';
import {
  type UpdatedAtOwner,
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../platform/data-transfer/imports';
import { ChannelLocationImportDto } from './channel-location.dto';
import { ChannelLocation } from './channel-location.entity';
import {
  ChannelLocationsService,
  type ChannelLocationColumns,
  type StoredChannelLocation,
} from './channel-locations.service';

/** An import record whose references are resolved to ids; 0 means no headquarter. */
type ResolvedChannelLocation = ChannelLocationImportDto &
  Record<'channel' | 'physicalLocation' | 'headquarter', { readonly id: number }>;

/** A link is part of its channel, so it shares the channel's time of the last change. */
export const channelLocationUpdatedAtOwner: UpdatedAtOwner = {
  entity: Channel,
  part: { entity: ChannelLocation, ownerProperty: 'channelId' },
};

/**
 * Creates the import definition of links. The records contain a channel and the API's create body. Channel and location
 * identify a link.
 */
function createChannelLocationImportDefinition(links: ChannelLocationsService) {
  return defineResourceImport<ChannelLocationImportDto, ResolvedChannelLocation & { id: number }>({
    type: 'channelLocation',
    dto: ChannelLocationImportDto,
    updatedAtOwner: channelLocationUpdatedAtOwner,
    key: { imported: toLinkKey, stored: toLinkKey },
    toCompleteRecords: createSequentialRunner(
      async (value: ChannelLocationImportDto): Promise<ResolvedChannelLocation> => ({
        ...value,
        channel: { id: await links.resolveChannelId(value.channel) },
        physicalLocation: { id: await links.resolveLocationId(value.physicalLocation) },
        headquarter: { id: (await links.resolveHeadquarterId(value.headquarter)) ?? 0 },
      }),
    ),
    findStoredRecords: async (_keys, values) => {
      const channelIds = values.map(
        ({ channel }) => (channel as ResolvedChannelLocation['channel']).id,
      );
      return (await links.listByChannels(channelIds)).map(toImportRecord);
    },
    create: createSequentialRunner((value) =>
      links.insert(toLinkColumns(value as ResolvedChannelLocation)),
    ),
    update: (id, value) => links.replace(id, toLinkColumns(value as ResolvedChannelLocation)),
  });
}

function toLinkKey({ channel, physicalLocation }: ChannelLocationImportDto): string {
  return JSON.stringify([toReferenceKey(channel), toReferenceKey(physicalLocation)]);
}

function toReferenceKey({ id = 0, pId }: ReferenceDto): string | number | undefined {
  return id === 0 ? pId : id;
}

function toImportRecord({
  id,
  channelId,
  locationId,
  headquarterId,
  ...values
}: StoredChannelLocation) {
  return {
    id,
    channel: { id: channelId },
    physicalLocation: { id: locationId },
    headquarter: { id: headquarterId ?? 0 },
    ...values,
  };
}

function toLinkColumns({
  channel,
  physicalLocation,
  headquarter,
  ...values
}: ResolvedChannelLocation): ChannelLocationColumns {
  return {
    channelId: channel.id,
    locationId: physicalLocation.id,
    headquarterId: headquarter.id === 0 ? null : headquarter.id,
    ...values,
  };
}

/** Imports links between channels and locations. */
@Injectable()
@ImportTypeRegistrar()
export class ChannelLocationImporter implements ImportTypeRegistrar {
  constructor(private readonly links: ChannelLocationsService) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createChannelLocationImportDefinition(this.links));
  }
}
