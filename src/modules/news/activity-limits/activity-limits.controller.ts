import {
  ApiController,
  Body,
  collection,
  Create,
  IdPath,
  Path,
  Plan,
  Read,
  Remove,
  under,
  Update,
  changesWhatIsSent,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { ActivityLimitDto, UpdateActivityLimitDto } from './activity-limit.dto';
import { activityLimitRecord } from './activity-limit.record';
import { ActivityLimitsService } from './activity-limits.service';
import { PeriodReversed } from './period';
import { newsHeading } from '../news.heading';

/** Specification, News: the periods in which news are shown. */
@ApiController('news', { area: 'news', heading: newsHeading })
export class ActivityLimitsController {
  constructor(private readonly limits: ActivityLimitsService) {}

  @Read('activityLimits/:id', { summary: 'Read a period', returns: activityLimitRecord })
  getActivityLimit(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.limits.get(id, plan);
  }

  @Update('activityLimits/:id', {
    summary: 'Change a period',
    description: changesWhatIsSent,
    returns: activityLimitRecord,
    errors: [PeriodReversed],
  })
  updateActivityLimit(
    @Path() { id }: IdPath,
    @Body('activityLimits') body: UpdateActivityLimitDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.limits.update(id, body, plan);
  }

  @Remove('activityLimits/:id', { summary: 'Delete a period' })
  removeActivityLimit(@Path() { id }: IdPath) {
    return this.limits.remove(id);
  }

  @Read(':id/activityLimits', {
    summary: 'List the periods of a news article',
    returns: collection('ACTIVITYLIMITS', activityLimitRecord),
  })
  listActivityLimits(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.limits.list(id, plan);
  }

  @Create(':id/activityLimits', {
    summary: 'Add a period to a news article',
    returns: under('ACTIVITYLIMITS', activityLimitRecord),
    errors: [NotFound, PeriodReversed],
  })
  createActivityLimit(
    @Path() { id }: IdPath,
    @Body('activityLimits') body: ActivityLimitDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.limits.add(id, body, plan);
  }

  @Remove(':id/activityLimits', {
    summary: 'Delete all periods of a news article',
    returns: collection('ACTIVITYLIMITS', activityLimitRecord),
  })
  clearActivityLimits(@Path() { id }: IdPath) {
    return this.limits.clear(id);
  }
}
