import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
  Remove,
  wrappedResponse,
  Update,
  partialUpdateDescription,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { ActivityLimit } from './activity-limit.entity';
import { ActivityLimitDto, UpdateActivityLimitDto } from './activity-limit.dto';
import { activityLimitRecord } from './activity-limit.record';
import { ActivityLimitsService } from './activity-limits.service';
import { PeriodReversed } from './period';
import { newsOpenApiTag } from '../news.openapi-tag';

/** The periods in which news are shown (specification, News). */
@ApiController('news', { area: 'news', openApiTag: newsOpenApiTag })
export class ActivityLimitsController {
  constructor(private readonly limits: ActivityLimitsService) {}

  @Read('activityLimits/:id', {
    summary: 'Read a period',
    description: 'Returns one period by its own id, with its first and last day.',
    returns: activityLimitRecord,
  })
  getActivityLimit(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<ActivityLimit>,
  ) {
    return this.limits.get(id, plan);
  }

  @Update('activityLimits/:id', {
    summary: 'Change a period',
    description: `${partialUpdateDescription} The resulting period can't end before it starts.`,
    returns: activityLimitRecord,
    errors: [PeriodReversed],
  })
  async updateActivityLimit(
    @PathParams() { id }: IdPath,
    @RequestBody('activityLimits') body: UpdateActivityLimitDto,
    @ResponseLoadPlan() plan: RecordPlan<ActivityLimit>,
  ) {
    await this.limits.update(id, body);
    return this.limits.get(id, plan);
  }

  @Remove('activityLimits/:id', {
    summary: 'Delete a period',
    description:
      'Deletes the period. Without any period the article is shown at all times from its publication date ' +
      'on.',
  })
  removeActivityLimit(@PathParams() { id }: IdPath) {
    return this.limits.remove(id);
  }

  @Read(':id/activityLimits', {
    summary: 'List the periods of a news article',
    description:
      'Returns the periods in which the article is shown. Without any period it is shown at all times from its publication date on.',
    returns: collectionResponse('ACTIVITYLIMITS', activityLimitRecord),
  })
  listActivityLimits(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<ActivityLimit>,
  ) {
    return this.limits.list(id, plan);
  }

  @Create(':id/activityLimits', {
    summary: 'Add a period to a news article',
    description:
      'Shows the article from one day through another, both included; periods may overlap. The ' +
      "end can't be before the start.",
    returns: wrappedResponse('ACTIVITYLIMITS', activityLimitRecord),
    errors: [NotFound, PeriodReversed],
  })
  async createActivityLimit(
    @PathParams() { id }: IdPath,
    @RequestBody('activityLimits') body: ActivityLimitDto,
    @ResponseLoadPlan() plan: RecordPlan<ActivityLimit>,
  ) {
    const limit = await this.limits.add(id, body);
    return this.limits.get(limit.id, plan);
  }

  @Remove(':id/activityLimits', {
    summary: 'Delete all periods of a news article',
    description:
      'Returns an empty list. After that the article is shown at all times from its publication ' +
      'date on.',
    returns: collectionResponse('ACTIVITYLIMITS', activityLimitRecord),
  })
  clearActivityLimits(@PathParams() { id }: IdPath) {
    return this.limits.removeAll(id);
  }
}
