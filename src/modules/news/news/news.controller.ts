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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
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

/** Specification, News. */
@ApiController('news', { area: 'news', heading: newsOpenApiTag, examples: { pId: 'winter-sale' } })
export class NewsController {
  constructor(
    private readonly news: NewsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List news',
    description:
      'Page by page; `countryCode`, `groupId`, `userId` and `zoneId` find articles that carry ' +
      'that very filter, `showOnlyActive` those that are shown today. `q` looks into name, pId ' +
      'and titles.',
    returns: pagedResponse('NEWS', newsRecord),
    listsFields: true,
  })
  listNews(@QueryParams() query: NewsQuery, @ResponseLoadPlan() plan: TablePlan<News>) {
    return this.news.list(query, plan);
  }

  @Create('', {
    summary: 'Create a news article',
    description:
      'Makes an article with its texts, SEO addresses, periods and filters: for one group ' +
      '`newsItems` names it with `itemType` 11. All is stored, or nothing.',
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
  createNews(@RequestBody('news') body: CreateNewsDto, @ResponseLoadPlan() plan: TablePlan<News>) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.news.create(body);
      return this.news.get(id, plan);
    });
  }

  @Operation('get', 'count', {
    summary: 'Count news',
    description:
      'How many articles the list with the same filters holds. Nothing is taken from the ' +
      'budget.',
    cost: 'FREE',
    returns: countRecord,
  })
  countNews(@QueryParams() query: NewsCountQuery) {
    return this.news.count(query);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a news article',
    description: 'Answers the `ID` that paths take for the pId of an article, compared exactly.',
  })
  getNewsId(@PathParams() { pId }: PidPath) {
    return this.news.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a news article',
    description:
      'One article with its texts, periods and filters; `languageCode` leaves the texts of one ' +
      'language.',
    returns: newsRecord,
    listsFields: true,
  })
  getNews(
    @PathParams() { id }: IdPath,
    @QueryParams() query: NewsLanguageQuery,
    @ResponseLoadPlan() plan: TablePlan<News>,
  ) {
    return this.news.get(id, plan, query);
  }

  @Update(':id', {
    summary: 'Change a news article',
    description: `${partialTextsUpdateDescription} Periods and filters have operations of their own: naming them here is refused with 400. An SEO address that is given up is free again.`,
    returns: newsRecord,
    errors: [PidTaken, UrlSeoTaken],
  })
  updateNews(
    @PathParams() { id }: IdPath,
    @RequestBody('news') body: UpdateNewsDto,
    @ResponseLoadPlan() plan: TablePlan<News>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.news.update(id, body);
      return this.news.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a news article with its periods and filters',
    description: 'Its texts go as well, and its SEO addresses are free again.',
  })
  removeNews(@PathParams() { id }: IdPath) {
    return this.news.remove(id);
  }
}
