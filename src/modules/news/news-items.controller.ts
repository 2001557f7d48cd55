import { createFilterItemsController } from '../../platform/requests/filters';
import { newsOpenApiTag } from './news.openapi-tag';

/** Filters of news (specification, News). */
export const NewsItemsController = createFilterItemsController({
  target: 'news',
  openApiTag: newsOpenApiTag,
  item: 'NewsItem',
  items: 'newsItems',
  element: 'news article',
  use: 'see the article',
  exampleId: 1,
});
