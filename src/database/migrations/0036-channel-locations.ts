import { bool, createTable, double, id, migration, ref } from './schema';

/** Which physical locations serve which channels. */
export const ChannelLocations = migration(36, 'ChannelLocations', [
  createTable('channel_locations', {
    columns: {
      id: id(),
      channel_id: ref('channels', 'CASCADE'),
      location_id: ref('physical_locations', 'CASCADE'),
      headquarter_id: ref('headquarters', 'RESTRICT', { nullable: true }),
      delivery_point: bool(),
      return_point: bool(),
      zone_radius: double(),
    },
    uniques: [['channel_id', 'location_id']],
  }),
]);
