import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  PathParams,
  type Principal,
  Read,
  wrappedResponse,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import { CreateRewardMovementDto } from './reward-movement.dto';
import { rewardPointsRecord } from './reward-points.record';
import {
  RewardsService,
  SpentPointsCannotExpire,
  InsufficientRewardPoints,
} from './rewards.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const rewardPointsResponse = wrappedResponse('REWARDPOINTS', rewardPointsRecord);

/** Specification, Users: the reward points of a user. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag })
export class RewardsController {
  constructor(private readonly rewards: RewardsService) {}

  @Read(':id/rewardPoints', {
    summary: 'Read the reward points of a user',
    description:
      'What can be spent now, and every movement, the oldest first. What has expired no longer ' +
      'counts in `BALANCE`.',
    returns: rewardPointsResponse,
  })
  getUserRewardPoints(@PathParams() { id }: IdPath) {
    return this.rewards.get(id);
  }

  @Create(':id/rewardPoints', {
    summary: 'Add or spend reward points of a user',
    description:
      'Points above 0 are added, below 0 spent, those first that expire first, and never more ' +
      'than there are. Movements stay for good; `LASTUSED` of the user moves.',
    returns: rewardPointsResponse,
    errors: [NotFound, SpentPointsCannotExpire, InsufficientRewardPoints],
  })
  createUserRewardPoints(
    @PathParams() { id }: IdPath,
    @RequestBody('rewardPoints') body: CreateRewardMovementDto,
    @Caller() caller: Principal,
  ) {
    return this.rewards.create(id, body, caller);
  }
}
