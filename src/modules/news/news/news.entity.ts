import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  FoldedColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  LongTextColumn,
  PartOfRecord,
  ForeignKeyColumn,
  defineSearchKind,
  VarcharColumn,
  ResourceEntity,
  LocalizedTextEntity,
} from '../../../database';
import type { FilterItemWithPid } from '../../../platform/requests/filters';
import { ActivityLimit } from '../activity-limits/activity-limit.entity';

export const newsSearchKind = defineSearchKind('news', 4);

/** A news article of the store (specification, News record). */
@Entity('news')
@Journaled('news', {
  area: 'news',
  // `filterItems` is the field that the declaration of the filter items names.
  fieldNames: { seoLanguages: 'seo', filterItems: 'newsItems' },
})
@Unique(['pId'])
@Index(['dateAdded'])
@Index(['publicationDate'])
@Index(['priority'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class News extends ResourceEntity {
  /** Internal name. */
  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @BoolColumn()
  active!: boolean;

  /** Internal comments. */
  @LongTextColumn()
  comments!: string;

  @VarcharColumn(2048)
  largeImage!: string;

  @VarcharColumn(2048)
  smallImage!: string;

  /** Lower is more relevant; may be negative. */
  @IntColumn()
  priority!: number;

  @InstantColumn()
  publicationDate!: Date;

  @InstantColumn()
  dateAdded!: Date;

  @OneToMany(() => NewsText, (text) => text.news)
  languages!: Relation<NewsText>[];

  @OneToMany(() => NewsSeoText, (text) => text.news)
  seoLanguages!: Relation<NewsSeoText>[];

  @OneToMany(() => ActivityLimit, (limit) => limit.news)
  activityLimits!: Relation<ActivityLimit>[];

  /** The filters; attached by the service, because filters of all elements share one table. */
  newsItems?: readonly FilterItemWithPid[];
}

/** The text of an article in one language. */
@Entity('news_texts')
@PartOfRecord('newsId')
@Unique(['newsId', 'languageCode'])
export class NewsText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.languages)
  news!: Relation<News>;

  @VarcharColumn(255)
  title!: string;

  @LongTextColumn()
  shortText!: string;

  @LongTextColumn()
  pageText!: string;
}

/** The texts of an article for search engines, in one language. */
@Entity('news_seo_texts')
@PartOfRecord('newsId')
@Unique(['newsId', 'languageCode'])
export class NewsSeoText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.seoLanguages)
  news!: Relation<News>;

  @LongTextColumn()
  keyWords!: string;

  @VarcharColumn(255)
  metaDescription!: string;

  @VarcharColumn(255)
  particularTitle!: string;

  /** Empty if there is no address. The register of addresses contains those of all modules. */
  @VarcharColumn(255, { default: '' })
  urlSeo!: string;
}
