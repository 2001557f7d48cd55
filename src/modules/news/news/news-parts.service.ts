import { Injectable } from '@nestjs/common';
import { isAlreadyStored } from '../../../core/is-already-stored';
import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals, LocalizedTexts, DataAccess, type TextUpdateMode } from '../../../database';
import { FilterItemsService } from '../../../platform/requests/filters';
import { SeoAddressRegistry } from '../../../platform/seo';
import { ActivityLimit } from '../activity-limits/activity-limit.entity';
import { requireOrderedPeriod } from '../activity-limits/period';
import type { CreateNewsDto, UpdateNewsDto } from './news.dto';
import { NewsSeoText, NewsText } from './news.entity';

/** The parts of a body that are not columns of the article. */
type NewsPartsInput = Pick<CreateNewsDto, 'activityLimits' | 'newsItems'> &
  Pick<UpdateNewsDto, 'languages' | 'seo'>;

type PartialSeoText = Pick<NewsSeoText, 'languageCode'> & Partial<NewsSeoText>;

const limitPlan = createLoadPlan(ActivityLimit, ['activationDate', 'expirationDate']);

/** The default of texts that are not sent. */
const EMPTY_TEXT = { title: '', shortText: '', pageText: '' };
const EMPTY_SEO_TEXT = { keyWords: '', metaDescription: '', particularTitle: '', urlSeo: '' };

/** Manages the parts of an article: texts, SEO texts and addresses, periods and filters. */
@Injectable()
export class NewsPartsService {
  private readonly texts: LocalizedTexts<NewsText, 'newsId'>;
  private readonly seoTexts: LocalizedTexts<NewsSeoText, 'newsId'>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly seoAddresses: SeoAddressRegistry,
    private readonly filters: FilterItemsService,
  ) {
    this.texts = new LocalizedTexts(dataAccess, NewsText, 'newsId', EMPTY_TEXT);
    this.seoTexts = new LocalizedTexts(dataAccess, NewsSeoText, 'newsId', EMPTY_SEO_TEXT);
  }

  /**
   * Checks the parts of a body, before anything is written.
   * @returns a function that stores the given parts of an article, inside a unit of work; it throws FilterItemTaken
   * and UrlSeoTaken
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, PeriodReversed
   */
  async prepareWrite(
    { activityLimits, languages, newsItems, seo }: NewsPartsInput,
    mode: TextUpdateMode,
  ): Promise<(newsId: number) => Promise<void>> {
    const filters =
      newsItems && (await this.filters.resolveFilters(newsItems, (index) => `/newsItems/${index}`));
    for (const [index, limit] of activityLimits?.entries() ?? []) {
      requireOrderedPeriod(limit, `/activityLimits/${index}`);
    }
    return async (newsId) => {
      if (activityLimits) await this.replaceLimits(newsId, activityLimits);
      await this.texts.update(newsId, languages, mode);
      const seoTexts = await this.seoTexts.update(newsId, seo?.languages, mode);
      if (seoTexts) await this.replaceAddresses(newsId, seoTexts, seo?.languages ?? []);
      if (filters) await this.filters.replace('news', newsId, filters);
    };
  }

  /** Removes what no foreign key removes together with an article. */
  async remove(newsId: number): Promise<void> {
    await this.seoAddresses.remove('news', newsId);
    await this.filters.removeByElement('news', newsId);
  }

  /** @param sentTexts the texts of the body, to which errors point */
  private async replaceAddresses(
    newsId: number,
    texts: readonly PartialSeoText[],
    sentTexts: readonly PartialSeoText[],
  ): Promise<void> {
    const indexInRequest = ({ languageCode }: PartialSeoText) =>
      sentTexts.findIndex((one) => one.languageCode === languageCode);
    // Addresses that were sent come last, so that they are the ones refused.
    const orderedTexts = [...texts].sort(
      (one, other) => indexInRequest(one) - indexInRequest(other),
    );
    await this.seoAddresses.replace(
      'news',
      newsId,
      orderedTexts,
      (text) => `/seo/languages/${indexInRequest(text)}/urlSeo`,
    );
  }

  private async replaceLimits(
    newsId: number,
    limits: NonNullable<NewsPartsInput['activityLimits']>,
  ): Promise<void> {
    const storedLimits = await this.dataAccess.loader.listWhere(
      ActivityLimit,
      [whereEquals('newsId', newsId)],
      limitPlan,
    );
    if (isAlreadyStored(limits, storedLimits)) return;
    await this.dataAccess.writer.remove(ActivityLimit, { newsId });
    const rows = limits.map((limit) => ({ ...limit, newsId }));
    await this.dataAccess.writer.insert(ActivityLimit, rows);
  }
}
