import { Injectable } from '@nestjs/common';
import { OwnedRows, Stores } from '../../../database';
import { FilterItems } from '../../filters';
import { SeoAddresses } from '../../seo';
import { ActivityLimit } from '../activity-limits/activity-limit.entity';
import { refuseReversed } from '../activity-limits/period';
import type { CreateNewsDto } from './news.dto';
import { NewsSeoText, NewsText } from './news.entity';

/** What a body says beside the news' own columns. */
type GivenParts = Pick<CreateNewsDto, 'activityLimits' | 'languages' | 'newsItems' | 'seo'>;

/** What a news has beside its own row: texts, SEO texts and addresses, periods, filters. */
@Injectable()
export class NewsParts {
  private readonly texts: OwnedRows<NewsText, 'newsId'>;
  private readonly seoTexts: OwnedRows<NewsSeoText, 'newsId'>;
  private readonly limits: OwnedRows<ActivityLimit, 'newsId'>;

  constructor(
    stores: Stores,
    private readonly addresses: SeoAddresses,
    private readonly filters: FilterItems,
  ) {
    this.texts = new OwnedRows(stores, NewsText, 'newsId');
    this.seoTexts = new OwnedRows(stores, NewsSeoText, 'newsId');
    this.limits = new OwnedRows(stores, ActivityLimit, 'newsId');
  }

  /**
   * Checks what a body says of parts, before anything is written.
   * @returns what then replaces those that it names, inside a unit of work; throws FilterItemTaken, UrlSeoTaken
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, PeriodReversed
   */
  async prepare({
    activityLimits,
    languages,
    newsItems,
    seo,
  }: GivenParts): Promise<(newsId: number) => Promise<void>> {
    const filters =
      newsItems && (await this.filters.resolve(newsItems, (at) => `/newsItems/${at}`));
    for (const [at, limit] of activityLimits?.entries() ?? []) {
      refuseReversed(limit, `/activityLimits/${at}`);
    }
    const seoTexts = seo?.languages;
    return async (newsId) => {
      await this.limits.replace(newsId, activityLimits);
      await this.texts.replace(newsId, languages);
      if (seoTexts) {
        await this.seoTexts.replace(newsId, seoTexts);
        const urlSeo = (at: number) => `/seo/languages/${at}/urlSeo`;
        await this.addresses.put('news', newsId, seoTexts, urlSeo);
      }
      if (filters) {
        await this.filters.removeAll('news', newsId);
        await this.filters.insert('news', newsId, filters);
      }
    };
  }

  /** Removes what no foreign key removes with a news. */
  async remove(newsId: number): Promise<void> {
    await this.addresses.remove('news', newsId);
    await this.filters.removeAll('news', newsId);
  }
}
