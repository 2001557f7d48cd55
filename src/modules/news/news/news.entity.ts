import { Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  Bool,
  Folded,
  Id,
  Instant,
  Int,
  LongText,
  Pid,
  Ref,
  searchKind,
  Varchar,
} from '../../../database';
import type { NamedFilterItem } from '../../filters';
import { ActivityLimit } from '../activity-limits/activity-limit.entity';

export const newsSearch = searchKind('news', 4);

/** A news of the store (specification, News record). */
@Entity('news')
@Unique(['pId'])
@Index(['dateAdded'])
@Index(['publicationDate'])
@Index(['priority'])
@Index(['nameFolded'])
export class News {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  /** Internal. */
  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Bool()
  active!: boolean;

  /** Internal. */
  @LongText()
  comments!: string;

  @Varchar(2048)
  largeImage!: string;

  @Varchar(2048)
  smallImage!: string;

  /** Lower is more relevant; may be negative. */
  @Int()
  priority!: number;

  @Instant()
  publicationDate!: Date;

  @Instant()
  dateAdded!: Date;

  @OneToMany(() => NewsText, (text) => text.news)
  languages!: Relation<NewsText>[];

  @OneToMany(() => NewsSeoText, (text) => text.news)
  seoLanguages!: Relation<NewsSeoText>[];

  @OneToMany(() => ActivityLimit, (limit) => limit.news)
  activityLimits!: Relation<ActivityLimit>[];

  /** Attached by the service: filters of all elements are in one store. */
  newsItems?: readonly NamedFilterItem[];
}

/** What a news says in one language. */
@Entity('news_texts')
@Unique(['newsId', 'languageCode'])
export class NewsText {
  @Id()
  id!: number;

  @Ref(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.languages)
  @JoinColumn({ name: 'news_id' })
  news!: Relation<News>;

  @Varchar(2)
  languageCode!: string;

  @Varchar(255)
  title!: string;

  @LongText()
  shortText!: string;

  @LongText()
  pageText!: string;
}

/** What search engines are told of a news in one language. */
@Entity('news_seo_texts')
@Unique(['newsId', 'languageCode'])
export class NewsSeoText {
  @Id()
  id!: number;

  @Ref(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.seoLanguages)
  @JoinColumn({ name: 'news_id' })
  news!: Relation<News>;

  @Varchar(2)
  languageCode!: string;

  @LongText()
  keyWords!: string;

  @Varchar(255)
  metaDescription!: string;

  @Varchar(255)
  particularTitle!: string;

  /** Empty: none. The register of addresses knows those of all modules. */
  @Varchar(255, { default: '' })
  urlSeo!: string;
}
