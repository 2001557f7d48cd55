import { createFilterItemsController } from '../../platform/requests/filters';
import { newsOpenApiTag } from './news.openapi-tag';

/** Filters of news (specification, News). */
export const NewsItemsController = createFilterItemsController({
  target: 'news',
  openApiTag: newsOpenApiTag,
  operationNoun: 'NewsItem',
  collectionName: 'newsItems',
  elementLabel: 'news article',
  allowedAction: 'see the article',
  exampleId: 1,
});
