import {
  ApiController,
  RequestBody,
  countRecord,
  Create,
  GetId,
  IdPath,
  List,
  Operation,
  pagedResponse,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  partialTextsUpdateDescription,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { News } from './news.entity';
import { FilterItemTaken } from '../../../platform/requests/filters';
import { UrlSeoTaken } from '../../../platform/seo';
import { PeriodReversed } from '../activity-limits/period';
import {
  CreateNewsDto,
  NewsCountQuery,
  NewsLanguageQuery,
  NewsQuery,
  UpdateNewsDto,
} from './news.dto';
import { newsRecord } from './news.record';
import { NewsService } from './news.service';
import { newsOpenApiTag } from '../news.openapi-tag';

/** News (specification, News). */
@ApiController('news', {
  area: 'news',
  openApiTag: newsOpenApiTag,
  pathExamples: { pId: 'winter-sale' },
})
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @List('', {
    summary: 'List news',
    description:
      'Returns articles page by page. `countryCode`, `groupId`, `userId` and `zoneId` find articles with exactly ' +
      'that filter, `showOnlyActive` those that are shown today. `q` searches name, pId ' +
      'and titles.',
    returns: pagedResponse('NEWS', newsRecord),
    isFieldsParameterInSpecification: true,
  })
  listNews(@QueryParams() query: NewsQuery, @ResponseLoadPlan() plan: RecordPlan<News>) {
    return this.news.list(query, plan);
  }

  @Create('', {
    summary: 'Create a news article',
    description:
      'Creates an article with its texts, SEO addresses, periods and filters. To restrict it to a user group, send ' +
      'the group in `newsItems` with `itemType` 11. Everything is stored or nothing.',
    returns: newsRecord,
    errors: [
      PidTaken,
      UrlSeoTaken,
      FilterItemTaken,
      PeriodReversed,
      ReferenceNotFound,
      ReferenceMismatch,
    ],
  })
  async createNews(
    @RequestBody('news') body: CreateNewsDto,
    @ResponseLoadPlan() plan: RecordPlan<News>,
  ) {
    const { id } = await this.news.create(body);
    return this.news.get(id, plan);
  }

  @Operation('get', 'count', {
    summary: 'Count news',
    description:
      "Returns the number of articles that match the filters. It doesn't count against the " +
      'rate limit.',
    cost: 'FREE',
    returns: countRecord,
  })
  countNews(@QueryParams() query: NewsCountQuery) {
    return this.news.count(query);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a news article',
    description:
      'Returns the `ID` of the article with this pId, for use in paths. The pId is compared exactly.',
  })
  getNewsId(@PathParams() { pId }: PidPath) {
    return this.news.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'news',
    summary: 'Read a news article',
    description:
      'Returns one article with its texts, periods and filters. `languageCode` limits the texts to one ' +
      'language.',
    returns: newsRecord,
    isFieldsParameterInSpecification: true,
  })
  getNews(
    @PathParams() { id }: IdPath,
    @QueryParams() query: NewsLanguageQuery,
    @ResponseLoadPlan() plan: RecordPlan<News>,
  ) {
    return this.news.get(id, plan, query);
  }

  @Update(':id', {
    summary: 'Change a news article',
    description: `${partialTextsUpdateDescription} Periods and filters have their own operations; sending them here is rejected with 400. An SEO address that is no longer used becomes free.`,
    returns: newsRecord,
    errors: [PidTaken, UrlSeoTaken],
  })
  async updateNews(
    @PathParams() { id }: IdPath,
    @RequestBody('news') body: UpdateNewsDto,
    @ResponseLoadPlan() plan: RecordPlan<News>,
  ) {
    await this.news.update(id, body);
    return this.news.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a news article with its periods and filters',
    description: 'Deletes the article with its texts; its SEO addresses become free.',
  })
  removeNews(@PathParams() { id }: IdPath) {
    return this.news.remove(id);
  }
}
