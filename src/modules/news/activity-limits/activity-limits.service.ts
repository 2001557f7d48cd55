import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import { NewsCollection } from '../news/news.collection';
import { News } from '../news/news.entity';
import type { ActivityLimitDto, UpdateActivityLimitDto } from './activity-limit.dto';
import { ActivityLimit } from './activity-limit.entity';
import { requireOrderedPeriod } from './period';

const toNewsLimitsPlan = <R>(activityLimits: LoadPlan<ActivityLimit, R>) =>
  createLoadPlan(News, [], { activityLimits });
const newsIdPlan = createLoadPlan(ActivityLimit, ['newsId']);
const periodPlan = createLoadPlan(ActivityLimit, ['activationDate', 'expirationDate']);

/** Manages the periods in which news are shown. Changes lock the article. */
@Injectable()
export class ActivityLimitsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly news: NewsCollection,
  ) {}

  /** Returns the periods of an article, by ascending id. @throws NotFound */
  async list<R>(newsId: number, plan: LoadPlan<ActivityLimit, R>): Promise<R[]> {
    return (await this.news.get(newsId, toNewsLimitsPlan(plan))).activityLimits;
  }

  /** @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<ActivityLimit, R>): Promise<R> {
    const found = await this.dataAccess.loader.findById(ActivityLimit, id, plan);
    if (!found) throw new NotFound({ resource: 'activityLimit', id });
    return found;
  }

  /** Adds a period. @throws NotFound, PeriodReversed */
  add(newsId: number, period: ActivityLimitDto): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.news.lock(newsId);
      requireOrderedPeriod(period, '');
      const [id] = await this.dataAccess.writer.insert(ActivityLimit, [{ newsId, ...period }]);
      return { id: id as number };
    });
  }

  /** Changes one or both days; the result has to be a valid period. @throws NotFound, PeriodReversed */
  update(id: number, changes: UpdateActivityLimitDto): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.lockNewsOfPeriod(id);
      requireOrderedPeriod({ ...(await this.get(id, periodPlan)), ...changes }, '');
      await this.dataAccess.writer.update(ActivityLimit, id, changes);
    });
  }

  /** @throws NotFound */
  remove(id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.lockNewsOfPeriod(id);
      const removed = await this.dataAccess.writer.remove(ActivityLimit, id);
      if (removed === 0) throw new NotFound({ resource: 'activityLimit', id });
      return { id };
    });
  }

  /** Removes all periods of an article. @returns the remaining periods, an empty list @throws NotFound */
  removeAll(newsId: number): Promise<ActivityLimit[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.news.lock(newsId);
      await this.dataAccess.writer.remove(ActivityLimit, { newsId });
      return [];
    });
  }

  private async lockNewsOfPeriod(id: number): Promise<void> {
    const { newsId } = await this.get(id, newsIdPlan);
    await this.news.lock(newsId);
  }
}
