import {
  ApiController,
  Body,
  collection,
  Create,
  IdPath,
  Path,
  Read,
  Remove,
  under,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import { FilterItemDto, filterItemRecord, FilterItems, FilterItemTaken } from '../../filters';

/** Specification, News: filters that say whom news are for. */
@ApiController('news', { area: 'news', tag: 'News' })
export class NewsItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('newsItems/:id', { summary: 'Read a filter of a news', returns: filterItemRecord })
  getNewsItem(@Path() { id }: IdPath) {
    return this.filters.get('news', id);
  }

  @Remove('newsItems/:id', { summary: 'Take a filter off a news' })
  removeNewsItem(@Path() { id }: IdPath) {
    return this.filters.remove('news', id);
  }

  @Read(':id/newsItems', {
    summary: 'List the filters of a news',
    returns: collection('NEWSITEMS', filterItemRecord),
  })
  listNewsItems(@Path() { id }: IdPath) {
    return this.filters.list('news', id);
  }

  @Create(':id/newsItems', {
    summary: 'Put a filter on a news',
    returns: under('NEWSITEMS', filterItemRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
  })
  createNewsItem(@Path() { id }: IdPath, @Body('newsItems') body: FilterItemDto) {
    return this.filters.add('news', id, body, '/newsItems');
  }

  @Remove(':id/newsItems', {
    summary: 'Take all filters off a news',
    returns: collection('NEWSITEMS', filterItemRecord),
  })
  clearNewsItems(@Path() { id }: IdPath) {
    return this.filters.clear('news', id);
  }
}
