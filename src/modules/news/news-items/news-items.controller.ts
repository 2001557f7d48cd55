import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  Read,
  Remove,
  wrappedResponse,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import {
  FilterItemDto,
  filterItemRecord,
  FilterItems,
  FilterItemTaken,
} from '../../../platform/requests/filters';
import { newsOpenApiTag } from '../news.openapi-tag';

/** Specification, News: filters that say whom news are for. */
@ApiController('news', { area: 'news', heading: newsOpenApiTag })
export class NewsItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('newsItems/:id', {
    summary: 'Read a filter of a news article',
    description:
      'One filter by its own id: `ITEM` is what it names, `ITEMTYPE` which kind that is.',
    returns: filterItemRecord,
  })
  getNewsItem(@PathParams() { id }: IdPath) {
    return this.filters.get('news', id);
  }

  @Remove('newsItems/:id', {
    summary: 'Remove a filter from a news article',
    description:
      'Takes one user, group, country or zone off; when it was the last filter, the article is ' +
      'for everybody.',
  })
  removeNewsItem(@PathParams() { id }: IdPath) {
    return this.filters.remove('news', id);
  }

  @Read(':id/newsItems', {
    summary: 'List the filters of a news article',
    description:
      'For whom the article is: users, groups, countries and zones. Without any it is for ' +
      'everybody.',
    returns: collectionResponse('NEWSITEMS', filterItemRecord),
  })
  listNewsItems(@PathParams() { id }: IdPath) {
    return this.filters.list('news', id);
  }

  @Create(':id/newsItems', {
    summary: 'Add a filter to a news article',
    description:
      'Lets one more user, group (`itemType` 11), country or zone see the article, named by ' +
      '`id` or `pId`. The same filter twice is refused with 409.',
    returns: wrappedResponse('NEWSITEMS', filterItemRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
  })
  createNewsItem(@PathParams() { id }: IdPath, @RequestBody('newsItems') body: FilterItemDto) {
    return this.filters.add('news', id, body);
  }

  @Remove(':id/newsItems', {
    summary: 'Remove all filters from a news article',
    description:
      'After that the article is for everybody. Answers the filters that are left: none.',
    returns: collectionResponse('NEWSITEMS', filterItemRecord),
  })
  clearNewsItems(@PathParams() { id }: IdPath) {
    return this.filters.clear('news', id);
  }
}
