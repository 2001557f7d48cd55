import { Injectable } from '@nestjs/common';
import { defineError, NotFound, ReferenceNotFound } from '../../core/errors';
import { idOnlyPlan, type LoadPlan, createLoadPlan } from '../../core/load-plan';
import {
  type Crud,
  whereEquals,
  whereIn,
  type RecordReference,
  DataAccess,
  mapViolations,
} from '../../database';
import { CatalogRepository } from '../../platform/catalog';
import { LocationLookup } from '../locations';
import type { CreateChannelLocationDto, UpdateChannelLocationDto } from './channel-location.dto';
import { ChannelLocation } from './channel-location.entity';

const LOCATION_POINTER = '/physicalLocation';

/** 409: a location is linked to a channel at most once. */
export const LocationAlreadyLinked = defineError<{ locationId: number }>({
  code: 'channelLocation.taken',
  status: 409,
  title: 'The location is already linked to the channel',
  remedy: 'Change the existing link, or do nothing: it exists already.',
  detail: ({ locationId }) =>
    `The physical location ${locationId} is already linked to the channel.`,
  pointer: () => LOCATION_POINTER,
});

/** The columns of a link except its id. */
export type ChannelLocationColumns = Omit<ChannelLocation, 'id' | 'location' | 'headquarter'>;
export type StoredChannelLocation = ChannelLocationColumns & { readonly id: number };

const storedLinkPlan = createLoadPlan(ChannelLocation, [
  'channelId',
  'locationId',
  'headquarterId',
  'deliveryPoint',
  'returnPoint',
  'zoneRadius',
]);

/** Manages the links between channels and physical locations. Every change locks the channel. */
@Injectable()
export class ChannelLocationsService {
  private readonly channels: Crud<{ id: number; pId: string }>;
  private readonly headquarters: Crud<{ id: number; pId: string }>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly locations: LocationLookup,
    catalog: CatalogRepository,
  ) {
    this.channels = catalog.getCollection('channel');
    this.headquarters = catalog.getCollection('headquarter');
  }

  /** Returns the id of a channel. @throws NotFound */
  async getChannelIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.channels.getIdByPid(pId) };
  }

  /** Returns the links of a channel, oldest first. @throws NotFound */
  async list<R>(channelId: number, plan: LoadPlan<ChannelLocation, R>): Promise<R[]> {
    await this.channels.assertExists(channelId);
    return this.dataAccess.loader.listWhere(
      ChannelLocation,
      [whereEquals('channelId', channelId)],
      plan,
    );
  }

  /** Creates a link. @throws NotFound, ReferenceNotFound, ReferenceMismatch, LocationAlreadyLinked */
  create(
    channelId: number,
    { physicalLocation, headquarter, ...values }: CreateChannelLocationDto,
  ): Promise<void> {
    return this.runLocked(channelId, async () => {
      const locationId = await this.resolveLocationId(physicalLocation);
      const headquarterId = (await this.resolveHeadquarterId(headquarter)) ?? null;
      await this.insert({ channelId, locationId, headquarterId, ...values });
    });
  }

  /** Updates a link. @throws NotFound, ReferenceNotFound, ReferenceMismatch */
  update(
    channelId: number,
    locationId: number,
    { headquarter, ...values }: UpdateChannelLocationDto,
  ): Promise<void> {
    return this.runLocked(channelId, async () => {
      const id = await this.getLinkId(channelId, locationId);
      const headquarterId = await this.resolveHeadquarterId(headquarter);
      await this.dataAccess.writer.update(ChannelLocation, id, { ...values, headquarterId });
    });
  }

  /** Removes a link. @throws NotFound */
  remove(channelId: number, locationId: number): Promise<void> {
    return this.runLocked(channelId, async () => {
      const id = await this.getLinkId(channelId, locationId);
      await this.dataAccess.writer.remove(ChannelLocation, id);
    });
  }

  /** Returns the id of the referenced channel. @throws ReferenceNotFound, ReferenceMismatch */
  resolveChannelId(reference: RecordReference): Promise<number> {
    return this.channels.resolveReference(reference, '/channel');
  }

  /** Returns the id of the referenced location. @throws ReferenceNotFound, ReferenceMismatch */
  resolveLocationId(reference: RecordReference): Promise<number> {
    return this.locations.resolveId(reference, LOCATION_POINTER);
  }

  /**
   * Returns the id of the referenced headquarter; null or undefined is returned as it is.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  async resolveHeadquarterId<N extends null | undefined>(
    reference: RecordReference | N,
  ): Promise<number | N> {
    return reference && this.headquarters.resolveReference(reference, '/headquarter');
  }

  /** Returns the links of several channels. */
  listByChannels(channelIds: readonly number[]): Promise<StoredChannelLocation[]> {
    const conditions = [whereIn('channelId', channelIds)];
    return this.dataAccess.loader.listWhere(ChannelLocation, conditions, storedLinkPlan);
  }

  /** Inserts a link, inside a unit of work. @throws LocationAlreadyLinked, ReferenceNotFound */
  async insert(link: ChannelLocationColumns): Promise<{ id: number }> {
    const { locationId } = link;
    const [id] = await mapViolations(() => this.dataAccess.writer.insert(ChannelLocation, [link]), {
      unique: () => new LocationAlreadyLinked({ locationId }),
      // Channels and headquarters are never deleted, so the location was deleted after it was found.
      foreignKey: () =>
        new ReferenceNotFound({
          resource: 'physicalLocation',
          pointer: LOCATION_POINTER,
          reference: locationId,
        }),
    });
    return { id: id as number };
  }

  /** Replaces all columns of a link, inside a unit of work. */
  async replace(id: number, link: ChannelLocationColumns): Promise<void> {
    await this.dataAccess.writer.update(ChannelLocation, id, link);
  }

  private async getLinkId(channelId: number, locationId: number): Promise<number> {
    const conditions = [whereEquals('channelId', channelId), whereEquals('locationId', locationId)];
    const [link] = await this.dataAccess.loader.listWhere(ChannelLocation, conditions, idOnlyPlan);
    if (!link) throw new NotFound({ resource: 'channelLocation', id: locationId });
    return link.id;
  }

  /** Runs a change of a channel's links while the channel is locked. */
  private runLocked(channelId: number, change: () => Promise<void>): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.channels.lock(channelId);
      await change();
    });
  }
}
