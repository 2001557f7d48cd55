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
import { newsHeading } from '../news.heading';

/** Specification, News: filters that say whom news are for. */
@ApiController('news', { area: 'news', heading: newsHeading })
export class NewsItemsController {
  constructor(private readonly filters: FilterItems) {}

  @Read('newsItems/:id', { summary: 'Read a filter of a news article', returns: filterItemRecord })
  getNewsItem(@Path() { id }: IdPath) {
    return this.filters.get('news', id);
  }

  @Remove('newsItems/:id', { summary: 'Remove a filter from a news article' })
  removeNewsItem(@Path() { id }: IdPath) {
    return this.filters.remove('news', id);
  }

  @Read(':id/newsItems', {
    summary: 'List the filters of a news article',
    returns: collection('NEWSITEMS', filterItemRecord),
  })
  listNewsItems(@Path() { id }: IdPath) {
    return this.filters.list('news', id);
  }

  @Create(':id/newsItems', {
    summary: 'Add a filter to a news article',
    returns: under('NEWSITEMS', filterItemRecord),
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken],
  })
  createNewsItem(@Path() { id }: IdPath, @Body('newsItems') body: FilterItemDto) {
    return this.filters.add('news', id, body);
  }

  @Remove(':id/newsItems', {
    summary: 'Remove all filters from a news article',
    returns: collection('NEWSITEMS', filterItemRecord),
  })
  clearNewsItems(@Path() { id }: IdPath) {
    return this.filters.clear('news', id);
  }
}
