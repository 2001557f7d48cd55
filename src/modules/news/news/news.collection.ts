import { Injectable } from '@nestjs/common';
import { toNumericCountryCode } from '../../../core/countries';
import {
  filterByMax,
  Crud,
  filterBy,
  filterByEqual,
  type ListFilter,
  defineList,
  DataAccess,
} from '../../../database';
import {
  FilterableCollection,
  toFilterItemCondition,
  type FilterType,
  filterTypes,
} from '../../../platform/requests/filters';
import { toShownOnCondition } from '../activity-limits/period';
import { News, newsSearchKind } from './news.entity';

/** A filter for news that are restricted to a user, group or zone. */
const toAudienceFilter = (type: FilterType): ListFilter =>
  filterBy((itemId: number) => toFilterItemCondition('news', type, itemId));

/** The sort orders and filters of the list of news. `active`, `publishedUntil` and `shownOn` implement showOnlyActive. */
export const newsListing = defineList(News, {
  sort: {
    pId: 'pId',
    name: { property: 'name', foldedProperty: 'nameFolded' },
    priority: 'priority',
    publicationDate: 'publicationDate',
    dateAdded: 'dateAdded',
  },
  search: newsSearchKind,
  filters: {
    active: filterByEqual('active'),
    publishedUntil: filterByMax('publicationDate'),
    shownOn: filterBy(toShownOnCondition),
    countryCode: filterBy((code: string) =>
      toFilterItemCondition('news', filterTypes.country, toNumericCountryCode(code)),
    ),
    groupId: toAudienceFilter(filterTypes.userGroup),
    userId: toAudienceFilter(filterTypes.user),
    zoneId: toAudienceFilter(filterTypes.countryZone),
    priority: filterByEqual('priority'),
  },
});

/** All news of the store. */
@Injectable()
@FilterableCollection()
export class NewsCollection extends Crud<News> implements FilterableCollection {
  readonly filterTarget = 'news';

  constructor(dataAccess: DataAccess) {
    super(dataAccess, News, 'news', newsListing);
  }
}
