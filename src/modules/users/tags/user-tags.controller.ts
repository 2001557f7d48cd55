import {
  ApiController,
  RequestBody,
  Caller,
  partialTextsUpdateDescription,
  Create,
  IdPath,
  csvTableOfLists,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  Read,
  RecordId,
  Remove,
  wrappedResponse,
  Update,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { User } from '../users/user.entity';
import {
  TagAssignmentDto,
  TagItemTypeMismatch,
  TagNotInGroup,
  TagInactive,
  TagValueFormMismatch,
  TagValueNotAllowed,
  UpdateTagAssignmentDto,
} from '../../custom-tags';
import { tagAssignmentsRecord } from './user-tags.record';
import { UserTagsService, UserTagTaken } from './user-tags.service';
import { usersOpenApiTag } from '../users.openapi-tag';

class UserTagPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the tag' })
  customTagId!: number;
}

const userTagsResponse = wrappedResponse('CUSTOMTAGS', tagAssignmentsRecord);
const userTagsListResponse = {
  ...userTagsResponse,
  csvTable: csvTableOfLists(tagAssignmentsRecord),
};
const tagValueErrors = [
  ReferenceNotFound,
  ReferenceMismatch,
  TagItemTypeMismatch,
  TagValueFormMismatch,
  TagValueNotAllowed,
  TagNotInGroup,
];

/** Tags that users carry (specification, Users). */
@ApiController('users', {
  area: 'users',
  openApiTag: usersOpenApiTag,
  pathExamples: { customTagId: 2 },
})
export class UserTagsController {
  constructor(private readonly tags: UserTagsService) {}

  @Read(':id/customTags', {
    summary: 'List the tags of a user',
    description:
      'Returns all tags that the user carries, grouped by the form of their values: for all languages, ' +
      'per language, or chosen from a list.',
    returns: userTagsListResponse,
  })
  listUserCustomTags(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.tags.list(id, plan);
  }

  @Create(':id/customTags', {
    summary: 'Add a tag to a user',
    description:
      'Returns all tags of the user. The tag has to be an active tag for users that the user does not carry yet; it decides the form of its ' +
      "value. The user's `LASTUSED` is updated.",
    returns: userTagsResponse,
    errors: [NotFound, UserTagTaken, TagInactive, ...tagValueErrors],
  })
  async createUserCustomTag(
    @PathParams() { id }: IdPath,
    @RequestBody('customTags') body: TagAssignmentDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.tags.add(id, body, caller);
    return this.tags.list(id, plan);
  }

  @Remove(':id/customTags', {
    summary: 'Remove all tags from a user',
    description:
      "Returns an empty list. The tags themselves stay, and the user's `LASTUSED` is " + 'updated.',
    returns: userTagsResponse,
  })
  clearUserCustomTags(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.tags.removeAll(id, caller);
  }

  @Read(':id/customTags/:customTagId', {
    summary: 'Read a tag of a user',
    description:
      "Returns one tag of the user, by the tag's own id. The response is 404 if the user doesn't carry it.",
    returns: userTagsListResponse,
  })
  getUserCustomTag(
    @PathParams() { id, customTagId }: UserTagPath,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    return this.tags.get(id, customTagId, plan);
  }

  @Update(':id/customTags/:customTagId', {
    summary: 'Change the value of a tag of a user',
    description: `${partialTextsUpdateDescription} The tag has to accept a value that is sent; an unchanged value isn't checked again. Returns that tag.`,
    returns: userTagsResponse,
    errors: tagValueErrors,
  })
  async updateUserCustomTag(
    @PathParams() { id, customTagId }: UserTagPath,
    @RequestBody('customTags') body: UpdateTagAssignmentDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.tags.update(id, customTagId, body, caller);
    return this.tags.get(id, customTagId, plan);
  }

  @Remove(':id/customTags/:customTagId', {
    summary: 'Remove a tag from a user',
    description:
      "Returns the remaining tags. The tag itself stays, and the user's `LASTUSED` is updated.",
    returns: userTagsResponse,
  })
  async removeUserCustomTag(
    @PathParams() { id, customTagId }: UserTagPath,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.tags.remove(id, customTagId, caller);
    return this.tags.list(id, plan);
  }
}
