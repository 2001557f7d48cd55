import type { MigrationInterface } from 'typeorm';
import { SearchTerms } from './0001-search-terms';
import { Access } from './0002-access';
import { TagGroups } from './0003-tag-groups';
import { Catalog } from './0010-catalog';
import { Sales } from './0020-sales';
import { FilterItems } from './0030-filter-items';
import { SeoAddresses } from './0031-seo-addresses';
import { Tags } from './0032-tags';
import { News } from './0033-news';
import { Definitions } from './0034-definitions';
import { Locations } from './0035-locations';
import { ChannelLocations } from './0036-channel-locations';
import { UserGroups } from './0040-user-groups';
import { Users } from './0041-users';
import { Administration } from './0042-administration';
import { UserTags } from './0043-user-tags';

/** All migrations, in order. Each area adds its own file and its line here. */
export const migrations: readonly (new () => MigrationInterface)[] = [
  SearchTerms,
  Access,
  TagGroups,
  Catalog,
  Sales,
  FilterItems,
  SeoAddresses,
  Tags,
  News,
  Definitions,
  Locations,
  ChannelLocations,
  UserGroups,
  Users,
  Administration,
  UserTags,
];
