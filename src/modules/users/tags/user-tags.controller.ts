import {
  ApiController,
  Body,
  changesTextsThatAreSent,
  Create,
  IdPath,
  Path,
  Plan,
  Read,
  RecordId,
  Remove,
  under,
  Update,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import {
  TagAssignmentDto,
  TagForOthers,
  TagInactive,
  TagValueForm,
  TagValueNotAllowed,
  UpdateTagAssignmentDto,
} from '../../custom-tags';
import { tagAssignmentsRecord } from './user-tags.record';
import { UserTagsService, UserTagTaken } from './user-tags.service';
import { usersHeading } from '../users.heading';

class UserTagPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the tag' })
  customTagId!: number;
}

const returns = under('CUSTOMTAGS', tagAssignmentsRecord);
const errors = [
  ReferenceNotFound,
  ReferenceMismatch,
  TagForOthers,
  TagValueForm,
  TagValueNotAllowed,
];

/** Specification, Users: the tags that users carry. */
@ApiController('users', { area: 'users', heading: usersHeading, examples: { customTagId: 2 } })
export class UserTagsController {
  constructor(private readonly tags: UserTagsService) {}

  @Read(':id/customTags', { summary: 'List the tags of a user', returns })
  listUserCustomTags(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.tags.list(id, plan);
  }

  @Create(':id/customTags', {
    summary: 'Add a tag to a user',
    returns,
    errors: [NotFound, UserTagTaken, TagInactive, ...errors],
  })
  createUserCustomTag(
    @Path() { id }: IdPath,
    @Body('customTags') body: TagAssignmentDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.tags.add(id, body, plan);
  }

  @Remove(':id/customTags', { summary: 'Remove all tags from a user', returns })
  clearUserCustomTags(@Path() { id }: IdPath) {
    return this.tags.clear(id);
  }

  @Read(':id/customTags/:customTagId', { summary: 'Read a tag of a user', returns })
  getUserCustomTag(@Path() { id, customTagId }: UserTagPath, @Plan() plan: LoadPlan) {
    return this.tags.get(id, customTagId, plan);
  }

  @Update(':id/customTags/:customTagId', {
    summary: 'Change the value of a tag of a user',
    description: changesTextsThatAreSent,
    returns,
    errors,
  })
  updateUserCustomTag(
    @Path() { id, customTagId }: UserTagPath,
    @Body('customTags') body: UpdateTagAssignmentDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.tags.update(id, customTagId, body, plan);
  }

  @Remove(':id/customTags/:customTagId', { summary: 'Remove a tag from a user', returns })
  removeUserCustomTag(@Path() { id, customTagId }: UserTagPath, @Plan() plan: LoadPlan) {
    return this.tags.remove(id, customTagId, plan);
  }
}
