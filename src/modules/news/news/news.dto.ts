import {
  CountryCode,
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  Flag,
  Instant,
  Int,
  LanguageCode,
  LanguageTexts,
  ListOf,
  Nested,
  PickAnnotatedType,
  PublicId,
  SearchQuery,
  Sort,
  Name,
  Text,
} from '../../../api';
import { FilterItemDto } from '../../../platform/requests/filters';
import { ActivityLimitDto } from '../activity-limits/activity-limit.dto';

export class NewsTextDto {
  @LanguageCode()
  languageCode!: string;

  @Text({ max: 255, default: '', example: 'Winter sale' })
  title!: string;

  @Text({ max: 65_535, default: '', example: 'Up to half the price' })
  shortText!: string;

  @Text({ max: 1_000_000, default: '', example: '<p>All coats of last year.</p>' })
  pageText!: string;
}

export class UpdateNewsTextDto extends LanguageTextUpdateType(NewsTextDto) {}

export class NewsSeoTextDto {
  @LanguageCode()
  languageCode!: string;

  @Text({ max: 65_535, default: '', example: 'sale,coats', description: 'Comma-separated' })
  keyWords!: string;

  @Text({ max: 255, default: '', description: '156 characters are recommended' })
  metaDescription!: string;

  @Text({ max: 255, default: '', description: '61 characters are recommended' })
  particularTitle!: string;

  @Text({
    max: 255,
    optional: true,
    pattern: '^[a-z0-9_-]*$',
    example: 'winter-sale',
    description:
      'Address of the page, unique across all modules and languages; an empty string means no address',
  })
  urlSeo?: string;
}

export class NewsSeoDto {
  @LanguageTexts(() => NewsSeoTextDto, ['urlSeo'])
  languages?: NewsSeoTextDto[];
}

export class UpdateNewsSeoTextDto extends LanguageTextUpdateType(NewsSeoTextDto) {}

export class UpdateNewsSeoDto {
  @LanguageTexts(() => UpdateNewsSeoTextDto, ['urlSeo'])
  languages?: UpdateNewsSeoTextDto[];
}

@SchemaExample({
  pId: 'spring-sale',
  name: 'Spring sale',
  active: true,
  publicationDate: '2027-03-20T08:00:00+01:00',
  priority: 1,
  languages: [{ languageCode: 'en', title: 'Spring sale', shortText: 'Up to half the price' }],
  seo: { languages: [{ languageCode: 'en', keyWords: 'sale,spring', urlSeo: 'spring-sale' }] },
  newsItems: [{ pId: 'ES', itemType: 30 }],
})
export class CreateNewsDto {
  @PublicId({ example: 'winter-sale' })
  pId!: string;

  @Name({ max: 255, example: 'Winter sale', description: 'Internal name' })
  name!: string;

  @Flag({ default: false })
  active!: boolean;

  @Instant()
  publicationDate!: Date;

  @Int({ default: 0, description: 'Lower is more relevant; may be negative' })
  priority!: number;

  @Text({ max: 65_535, default: '', description: 'Internal comments' })
  comments!: string;

  @Text({ max: 2048, default: '', description: 'Path of the image, relative to the file store' })
  largeImage!: string;

  @Text({ max: 2048, default: '', description: 'Path of the image, relative to the file store' })
  smallImage!: string;

  @LanguageTexts(() => NewsTextDto)
  languages?: NewsTextDto[];

  @Nested(() => NewsSeoDto, { optional: true })
  seo?: NewsSeoDto;

  @ListOf(() => ActivityLimitDto, {
    optional: true,
    description: 'Periods in which the article is shown',
  })
  activityLimits?: ActivityLimitDto[];

  @ListOf(() => FilterItemDto, {
    optional: true,
    description: 'Filters that limit who can see the article; if absent, everybody can',
  })
  newsItems?: FilterItemDto[];
}

/** An article as an import record. */
export class NewsImportDto extends CreateNewsDto {
  @Instant({ optional: true, description: 'If absent, the stored date is kept' })
  dateAdded?: Date | null;
}

@SchemaExample({ active: false })
export class UpdateNewsDto extends UpdateType(
  CreateNewsDto,
  ['activityLimits', 'newsItems'],
  ['languages', 'seo'],
) {
  @LanguageTexts(() => UpdateNewsTextDto)
  languages?: UpdateNewsTextDto[];

  @Nested(() => UpdateNewsSeoDto, { optional: true })
  seo?: UpdateNewsSeoDto;
}

const AUDIENCE_ID_OPTIONS = { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 };

export class NewsQuery extends SearchQuery {
  @CountryCode({ optional: true, description: 'Only news with a filter of this country' })
  countryCode?: string;

  @Int({
    ...AUDIENCE_ID_OPTIONS,
    description: 'Only news with a filter of this user group; 0 means all news',
  })
  groupId!: number;

  @Int({
    ...AUDIENCE_ID_OPTIONS,
    description: 'Only news with a filter of this user; 0 means all news',
  })
  userId!: number;

  @Int({
    ...AUDIENCE_ID_OPTIONS,
    description: 'Only news with a filter of this country zone; 0 means all news',
  })
  zoneId!: number;

  @Int({ default: 0, description: 'Only news with this priority; 0 means all news' })
  priority!: number;

  @Flag({
    default: false,
    description:
      'Only active news whose publication date has come, without periods or with one that includes today',
  })
  showOnlyActive!: boolean;

  @LanguageCode({ optional: true, description: 'Only texts of this language' })
  languageCode?: string;

  @Sort(['id', 'pId', 'name', 'priority', 'publicationDate', 'dateAdded'])
  sort!: string;
}

/** The filters that the list and the count share. */
export class NewsCountQuery extends PickAnnotatedType(NewsQuery, [
  'countryCode',
  'groupId',
  'priority',
  'q',
  'showOnlyActive',
  'userId',
  'zoneId',
]) {}

/** The query of a single article. */
export class NewsLanguageQuery extends PickAnnotatedType(NewsQuery, ['languageCode']) {}
