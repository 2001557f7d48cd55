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

/** Filters of news (specification, News). */
@ApiController('news', { area: 'news', heading: newsOpenApiTag })
export class NewsItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('newsItems/:id', {
    summary: 'Read a filter of a news article',
    description:
      'Returns one filter by its own id: `ITEM` is the record that it names, `ITEMTYPE` the type of the record.',
    returns: filterItemRecord,
  })
  getNewsItem(@PathParams() { id }: IdPath) {
    return this.filters.get('news', id);
  }

  @Remove('newsItems/:id', {
    summary: 'Remove a filter from a news article',
    description:
      'Removes one user, group, country or zone. Without any filter the article is ' +
      'for everybody.',
  })
  removeNewsItem(@PathParams() { id }: IdPath) {
    return this.filters.remove('news', id);
  }

  @Read(':id/newsItems', {
    summary: 'List the filters of a news article',
    description:
      'Returns the users, groups, countries and zones that can see the article. Without any filter it is for ' +
      'everybody.',
    returns: collectionResponse('NEWSITEMS', filterItemRecord),
  })
  listNewsItems(@PathParams() { id }: IdPath) {
    return this.filters.list('news', id);
  }

  @Create(':id/newsItems', {
    summary: 'Add a filter to a news article',
    description:
      'Allows one more user, group (`itemType` 11), country or zone to see the article, named by ' +
      '`id` or `pId`. A filter that exists already is rejected with 409.',
    returns: wrappedResponse('NEWSITEMS', filterItemRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
  })
  createNewsItem(@PathParams() { id }: IdPath, @RequestBody('newsItems') body: FilterItemDto) {
    return this.filters.add('news', id, body);
  }

  @Remove(':id/newsItems', {
    summary: 'Remove all filters from a news article',
    description: 'Returns an empty list. After that the article is for everybody.',
    returns: collectionResponse('NEWSITEMS', filterItemRecord),
  })
  clearNewsItems(@PathParams() { id }: IdPath) {
    return this.filters.clear('news', id);
  }
}
