import { Injectable } from '@nestjs/common';
import { toCountryNumber } from '../../../core/countries';
import {
  atMost,
  Crud,
  filterBy,
  equals,
  type ListFilter,
  defineListing,
  Stores,
} from '../../../database';
import {
  FilterableCollection,
  hasFilter,
  type FilterType,
  filterTypes,
} from '../../../platform/requests/filters';
import { isActiveOn } from '../activity-limits/period';
import { News, newsSearch } from './news.entity';

/** A filter for news that are restricted to a user, group or zone. */
const toAudienceFilter = (type: FilterType): ListFilter =>
  filterBy((itemId: number) => hasFilter('news', type, itemId));

/** The sort orders and filters of the list of news. `active`, `publishedBy` and `shownOn` implement showOnlyActive. */
export const newsListing = defineListing(News, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedBy: 'nameFolded' },
    priority: 'priority',
    publicationDate: 'publicationDate',
    dateAdded: 'dateAdded',
  },
  search: newsSearch,
  filters: {
    active: equals('active'),
    publishedBy: atMost('publicationDate'),
    shownOn: filterBy(isActiveOn),
    countryCode: filterBy((code: string) =>
      hasFilter('news', filterTypes.country, toCountryNumber(code)),
    ),
    groupId: toAudienceFilter(filterTypes.userGroup),
    userId: toAudienceFilter(filterTypes.user),
    zoneId: toAudienceFilter(filterTypes.countryZone),
    priority: equals('priority'),
  },
});

/** All news of the store. */
@Injectable()
@FilterableCollection()
export class NewsCollection extends Crud<News> implements FilterableCollection {
  readonly filterTarget = 'news';

  constructor(stores: Stores) {
    super(stores, News, 'news', newsListing);
  }
}
