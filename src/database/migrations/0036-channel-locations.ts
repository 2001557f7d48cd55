import { bool, createTable, double, id, defineMigration, foreignKey } from './schema';

/** Which physical locations serve which channels. */
export const ChannelLocations = defineMigration(36, 'ChannelLocations', [
  createTable('channel_locations', {
    columns: {
      id: id(),
      channel_id: foreignKey('channels', 'CASCADE'),
      location_id: foreignKey('physical_locations', 'CASCADE'),
      headquarter_id: foreignKey('headquarters', 'RESTRICT', { nullable: true }),
      delivery_point: bool(),
      return_point: bool(),
      zone_radius: double(),
    },
    uniques: [['channel_id', 'location_id']],
  }),
]);
