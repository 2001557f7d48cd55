import {
  ApiController,
  Body,
  countRecord,
  Create,
  GetId,
  IdPath,
  List,
  Operation,
  paged,
  Path,
  PidPath,
  Plan,
  Query,
  Read,
  Remove,
  Update,
  changesTextsThatAreSent,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { FilterItemTaken } from '../../filters';
import { UrlSeoTaken } from '../../seo';
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
import { newsHeading } from '../news.heading';

/** Specification, News. */
@ApiController('news', { area: 'news', heading: newsHeading, examples: { pId: 'winter-sale' } })
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @List('', { summary: 'List news', returns: paged('NEWS', newsRecord) })
  listNews(@Query() query: NewsQuery, @Plan() plan: LoadPlan) {
    return this.news.list(query, plan);
  }

  @Create('', {
    summary: 'Create a news article',
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
  createNews(@Body('news') body: CreateNewsDto, @Plan() plan: LoadPlan) {
    return this.news.create(body, plan);
  }

  @Operation('get', 'count', { summary: 'Count news', cost: 'FREE', returns: countRecord })
  countNews(@Query() query: NewsCountQuery) {
    return this.news.count(query);
  }

  @GetId('getId/:pId', { summary: 'Find the id of a news article' })
  getNewsId(@Path() { pId }: PidPath) {
    return this.news.idOf(pId);
  }

  @Read(':id', { summary: 'Read a news article', returns: newsRecord })
  getNews(@Path() { id }: IdPath, @Query() query: NewsLanguageQuery, @Plan() plan: LoadPlan) {
    return this.news.get(id, plan, query);
  }

  @Update(':id', {
    summary: 'Change a news article',
    description: changesTextsThatAreSent,
    returns: newsRecord,
    errors: [PidTaken, UrlSeoTaken],
  })
  updateNews(@Path() { id }: IdPath, @Body('news') body: UpdateNewsDto, @Plan() plan: LoadPlan) {
    return this.news.update(id, body, plan);
  }

  @Remove(':id', { summary: 'Delete a news article with its periods and filters' })
  removeNews(@Path() { id }: IdPath) {
    return this.news.remove(id);
  }
}
