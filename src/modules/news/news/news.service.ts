import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Clock } from '../../../core/clock';
import { formatInstant } from '../../../core/instant';
import { filterTextsByLanguage } from '../../../core/languages';
import {
  isPlanAffected,
  type LoadPlan,
  type RecordPlan,
  createLoadPlan,
} from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { toSortKey } from '../../../core/text-folding';
import { whereIn, DataAccess, type TextUpdateOptions } from '../../../database';
import { FilterItemsService } from '../../../platform/requests/filters';
import { toCalendarDate } from '../activity-limits/period';
import { NewsCollection, newsListing } from './news.collection';
import type {
  CreateNewsDto,
  NewsCountQuery,
  NewsLanguageQuery,
  NewsQuery,
  UpdateNewsDto,
} from './news.dto';
import { News, newsSearchKind, type NewsText } from './news.entity';
import { NewsPartsService } from './news-parts.service';

/** The API's update body, with the additional fields of an import record. */
type NewsChange = UpdateNewsDto &
  Pick<CreateNewsDto, 'activityLimits' | 'newsItems'> &
  ImportOnlyFields;

interface ImportOnlyFields {
  /** Creation date; the current time by default. */
  readonly dateAdded?: Date;
}

/** The searchable texts of a news article. */
const searchableTextsPlan = createLoadPlan(News, ['pId', 'name'], { languages: ['title'] });

type SearchedNews = Pick<News, 'id' | 'pId' | 'name'> & {
  readonly languages?: readonly Pick<NewsText, 'title'>[] | undefined;
};

/** A news article with its texts, if they were loaded. */
type NewsWithTexts = Pick<News, 'id'> & Partial<Pick<News, 'languages' | 'seoLanguages'>>;

/** The filters that implement showOnlyActive. */
interface ActiveNewsFilters {
  readonly active?: true;
  readonly publishedUntil?: Date;
  readonly shownOn?: string;
}

/** Manages news (specification, News). */
@Injectable()
export class NewsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly news: NewsCollection,
    private readonly parts: NewsPartsService,
    /** The users, groups, countries and zones that articles are restricted to. */
    private readonly filters: FilterItemsService,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  async list(query: NewsQuery, plan: RecordPlan<News>): Promise<Page<News>> {
    const page = await this.news.listPage({ ...query, ...this.toActiveFilters(query) }, plan);
    const items = await this.attachFilters(page.items, plan);
    return { ...page, items: items.map((article) => selectLanguage(query, article)) };
  }

  /** Returns the number of articles that match the filters of the list. */
  async count(query: NewsCountQuery): Promise<{ items: number }> {
    const filters = { ...query, ...this.toActiveFilters(query) };
    return { items: await this.dataAccess.loader.countList(newsListing, filters) };
  }

  /** @throws NotFound */
  async get<R extends NewsWithTexts>(
    id: number,
    plan: LoadPlan<News, R>,
    query: NewsLanguageQuery = {},
  ): Promise<R> {
    const [article] = await this.attachFilters([await this.news.get(id, plan)], plan);
    return selectLanguage(query, article as R);
  }

  /** Returns the existing articles with these pIds. */
  async listByPIds<R extends NewsWithTexts>(
    pIds: readonly string[],
    plan: LoadPlan<News, R>,
  ): Promise<R[]> {
    return this.attachFilters(await this.news.listWhere([whereIn('pId', pIds)], plan), plan);
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.news.getIdByPid(pId) };
  }

  /** Creates an article. @throws PidTaken and the errors of `NewsPartsService.prepareWrite`, with pointers into the body */
  create({
    activityLimits,
    languages,
    newsItems,
    seo,
    dateAdded = this.clock.now(),
    ...values
  }: CreateNewsDto & ImportOnlyFields): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const parts = { activityLimits, languages, newsItems, seo };
      const storeParts = await this.parts.prepareWrite(parts, 'replace');
      const nameFolded = toSortKey(values.name);
      const id = await this.news.insert({ ...values, nameFolded, dateAdded });
      await storeParts(id);
      await this.index({ ...values, id, languages });
      return { id };
    });
  }

  /**
   * Updates the given fields. Given periods and filters replace the stored ones.
   * @param options.textMode whether given texts replace the stored ones, too
   * @throws NotFound, PidTaken and the errors of `NewsPartsService.prepareWrite`, with pointers into the body
   */
  update(
    id: number,
    changes: NewsChange,
    { textMode = 'merge' }: TextUpdateOptions = {},
  ): Promise<void> {
    const { activityLimits, languages, newsItems, seo, ...values } = changes;
    return this.dataAccess.unitOfWork.run(async () => {
      await this.news.lock(id);
      const parts = { activityLimits, languages, newsItems, seo };
      const storeParts = await this.parts.prepareWrite(parts, textMode);
      const foldedName = values.name === undefined ? {} : { nameFolded: toSortKey(values.name) };
      await this.news.update(id, { ...values, ...foldedName });
      await storeParts(id);
      if (isPlanAffected(searchableTextsPlan, changes)) await this.reindex(id);
    });
  }

  /** @throws NotFound */
  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      // The article is removed first: a transaction that adds parts locks the article, and so has to wait.
      await this.news.remove(id);
      await this.parts.remove(id);
      await this.dataAccess.searchIndex.remove(newsSearchKind, [id]);
      return { id };
    });
  }

  /** The filters of showOnlyActive: active, published, and shown today in the store's time zone. */
  private toActiveFilters({ showOnlyActive }: NewsCountQuery): ActiveNewsFilters {
    if (!showOnlyActive) return {};
    const now = this.clock.now();
    const today = toCalendarDate(formatInstant(now, this.configuration.storeTimeZone));
    return { active: true, publishedUntil: now, shownOn: today };
  }

  private attachFilters<R extends NewsWithTexts>(
    news: readonly R[],
    plan: LoadPlan<News, R>,
  ): Promise<R[]> {
    return this.filters.attachFilters('news', 'newsItems', news, plan);
  }

  /** Updates the search index after a change of the record. */
  async reindex(id: number): Promise<void> {
    await this.index(await this.news.get(id, searchableTextsPlan));
  }

  private async index({ id, pId, name, languages = [] }: SearchedNews): Promise<void> {
    const fields = [pId, name, ...languages.map(({ title }) => title)];
    await this.dataAccess.searchIndex.replace(newsSearchKind, [{ id, fields }]);
  }
}

function selectLanguage<R extends NewsWithTexts>({ languageCode }: NewsLanguageQuery, news: R): R {
  return filterTextsByLanguage(news, languageCode, 'languages', 'seoLanguages');
}
