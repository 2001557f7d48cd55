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
  RewardPointsService,
  SpentPointsCannotExpire,
  InsufficientRewardPoints,
} from './reward-points.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const rewardPointsResponse = wrappedResponse('REWARDPOINTS', rewardPointsRecord);

/** Reward points of users (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag })
export class RewardsController {
  constructor(private readonly rewards: RewardPointsService) {}

  @Read(':id/rewardPoints', {
    summary: 'Read the reward points of a user',
    description:
      'Returns the points that can be spent now and all movements, oldest first. Expired points ' +
      "don't count in `BALANCE`.",
    returns: rewardPointsResponse,
  })
  getUserRewardPoints(@PathParams() { id }: IdPath) {
    return this.rewards.getAccount(id);
  }

  @Create(':id/rewardPoints', {
    summary: 'Add or spend reward points of a user',
    description:
      'Adds positive points and spends negative ones, at most the balance. Points that expire first are spent ' +
      "first. Movements can't be deleted; the user's `LASTUSED` is updated.",
    returns: rewardPointsResponse,
    errors: [NotFound, SpentPointsCannotExpire, InsufficientRewardPoints],
  })
  createUserRewardPoints(
    @PathParams() { id }: IdPath,
    @RequestBody('rewardPoints') body: CreateRewardMovementDto,
    @Caller() caller: Principal,
  ) {
    return this.rewards.createMovement(id, body, caller);
  }
}
