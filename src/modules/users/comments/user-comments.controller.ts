import {
  ApiController,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
  collectionResponse,
} from '../../../api';
import type { RecordPlan } from '../../../core/load-plan';
import type { UserComment } from './user-comment.entity';
import { userCommentRecord } from './user-comment.record';
import { UserCommentsService } from './user-comments.service';
import { usersOpenApiTag } from '../users.openapi-tag';

/** Comments of users (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag })
export class UserCommentsController {
  constructor(private readonly comments: UserCommentsService) {}

  @Read(':id/comments', {
    summary: 'List the comments of a user',
    description:
      "Returns the user's comments on products, categories and pages, oldest first. Comments " +
      'are created by the import.',
    returns: collectionResponse('COMMENTS', userCommentRecord),
  })
  listUserComments(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<UserComment>,
  ) {
    return this.comments.list(id, plan);
  }
}
