import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Id, OffsetInstant, Ref } from '../../../database';
import { News } from '../news/news.entity';

/** A period in which a news is shown (specification, News record). */
@Entity('news_activity_limits')
@Index(['newsId'])
export class ActivityLimit {
  @Id()
  id!: number;

  @Ref(() => News, { onDelete: 'CASCADE' })
  newsId!: number;

  @ManyToOne(() => News, (news) => news.activityLimits)
  @JoinColumn({ name: 'news_id' })
  news!: Relation<News>;

  @OffsetInstant()
  activationDate!: string;

  @OffsetInstant()
  expirationDate!: string;
}
