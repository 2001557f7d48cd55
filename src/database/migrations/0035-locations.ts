import {
  bool,
  createTable,
  double,
  folded,
  id,
  longText,
  defineMigration,
  pid,
  foreignKey,
  varchar,
} from './schema';

/** Physical locations and their texts. */
export const Locations = defineMigration(35, 'Locations', [
  createTable('physical_locations', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      active: bool(),
      visible_on_map: bool(),
      address: varchar(255),
      city: varchar(255),
      state: varchar(255),
      postal_code: varchar(255),
      country_code: varchar(2),
      zone_id: foreignKey('zones', 'RESTRICT', { nullable: true }),
      latitude: double(),
      longitude: double(),
      phone: varchar(255),
      email: varchar(254),
      notification_email: varchar(254),
    },
    uniques: [['p_id']],
    indexes: [['name_folded']],
  }),
  createTable('physical_location_texts', {
    columns: {
      id: id(),
      location_id: foreignKey('physical_locations', 'CASCADE'),
      language_code: varchar(2),
      information: longText(),
      banner_alt: varchar(255),
      banner_image: varchar(2048),
      destination_url: varchar(2048),
      link_following: bool(),
    },
    uniques: [['location_id', 'language_code']],
  }),
]);
