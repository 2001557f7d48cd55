import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { FilterItemsService, toCanonicalFilters } from '../../../platform/requests/filters';
import { type CreateNewsDto, NewsImportDto } from './news.dto';
import { News } from './news.entity';
import { newsRecord } from './news.record';
import { NewsService } from './news.service';

/** Stored news in the form of an import record. */
type StoredNewsRecord = Omit<News, 'newsItems'> & Pick<CreateNewsDto, 'newsItems' | 'seo'>;

/** An import record; fields that it doesn't contain are absent. */
type NewsInput = CreateNewsDto & { readonly dateAdded?: Date };

/** Creates the import definition of news. The records contain the API's create body and the creation date. */
function createNewsImportDefinition(news: NewsService, filters: FilterItemsService) {
  const plan = newsRecord.getLoadPlan();
  return defineResourceImport<NewsImportDto, StoredNewsRecord, NewsInput>({
    type: 'news',
    dto: NewsImportDto,
    updatedAtOwner: { entity: News },
    toCompleteRecords: createSequentialRunner(
      async ({
        activityLimits = [],
        languages = [],
        newsItems = [],
        seo,
        dateAdded,
        ...value
      }) => ({
        ...value,
        ...(dateAdded && { dateAdded }),
        activityLimits,
        languages,
        newsItems: toCanonicalFilters(
          await filters.resolveFilters(newsItems, (index) => `/newsItems/${index}`),
        ),
        seo: { languages: (seo?.languages ?? []).map((text) => ({ urlSeo: '', ...text })) },
      }),
    ),
    findStoredRecords: async (pIds) => (await news.listByPIds(pIds, plan)).map(toImportRecord),
    create: createSequentialRunner((value) => news.create(value)),
    update: (id, value) => news.update(id, value, { textMode: 'replace' }),
  });
}

function toImportRecord({ newsItems = [], ...stored }: News): StoredNewsRecord {
  return {
    ...stored,
    newsItems: toCanonicalFilters(newsItems),
    seo: { languages: stored.seoLanguages },
  };
}

/** Imports news. */
@Injectable()
@ImportTypeRegistrar()
export class NewsImporter implements ImportTypeRegistrar {
  constructor(
    private readonly news: NewsService,
    private readonly filters: FilterItemsService,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createNewsImportDefinition(this.news, this.filters), { remover: this.news });
  }
}
