import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import { IdColumn, OffsetInstantColumn, PartOfRecord, ForeignKeyColumn } from '../../../database';
import { News } from '../news/news.entity';

/** A period in which an article is shown (specification, News record). */
@Entity('news_activity_limits')
@PartOfRecord('newsId')
@Index(['newsId'])
export class ActivityLimit {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.activityLimits)
  news!: Relation<News>;

  @OffsetInstantColumn()
  activationDate!: string;

  @OffsetInstantColumn()
  expirationDate!: string;
}
