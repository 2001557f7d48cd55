import {
  ApiController,
  RequestBody,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  Read,
  Remove,
  collectionResponse,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { TagGroupLink } from './tag-group-link.entity';
import { TagGroupLinkDto, TagGroupLinkPath } from './tag-group-link.dto';
import { tagGroupLinkRecord } from './tag-group-link.record';
import {
  TagGroupItemTypeMismatch,
  TagGroupLinksService,
  TagGroupLinkTaken,
} from './tag-group-links.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

const tagGroupLinksResponse = collectionResponse('GROUPS', tagGroupLinkRecord);

/** The groups of tags (specification, Tags). */
@ApiController('customTags', { area: 'customTags', openApiTag: tagsOpenApiTag })
export class TagGroupLinksController {
  constructor(private readonly links: TagGroupLinksService) {}

  @Read(':id/groups', {
    summary: 'List the groups of a tag',
    description:
      "Returns the groups with the tag's priority in each, in the order in which it was added to them. " +
      'The ETag can be sent as `If-Match` when removing all of them.',
    returns: tagGroupLinksResponse,
  })
  listTagGroupLinks(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<TagGroupLink>,
  ) {
    return this.links.list(id, plan);
  }

  @Create(':id/groups', {
    summary: 'Add a tag to a group',
    description:
      "Adds the tag to one more group, at most once to each. Users who carry the tag aren't " +
      'affected.',
    returns: tagGroupLinkRecord,
    errors: [
      NotFound,
      ReferenceNotFound,
      ReferenceMismatch,
      TagGroupItemTypeMismatch,
      TagGroupLinkTaken,
    ],
  })
  async createTagGroupLink(
    @PathParams() { id }: IdPath,
    @RequestBody('groups') body: TagGroupLinkDto,
    @ResponseLoadPlan() plan: RecordPlan<TagGroupLink>,
  ) {
    const link = await this.links.add(id, body);
    return this.links.get(link.id, plan);
  }

  @Remove(':id/groups', {
    summary: 'Remove a tag from all groups',
    description: 'Returns an empty list. The tag itself and the groups stay.',
    returns: tagGroupLinksResponse,
  })
  removeTagGroupLinks(@PathParams() { id }: IdPath) {
    return this.links.removeAll(id);
  }

  @Remove(':id/groups/:groupId', {
    summary: 'Remove a tag from a group',
    description:
      "Returns the remaining groups, or 404 if the tag isn't in the group. The tag and the group " +
      'stay.',
    returns: tagGroupLinksResponse,
    ifMatchOperation: 'getCustomTag',
  })
  async removeTagGroupLink(
    @PathParams() { id, groupId }: TagGroupLinkPath,
    @ResponseLoadPlan() plan: RecordPlan<TagGroupLink>,
  ) {
    await this.links.remove(id, groupId);
    return this.links.list(id, plan);
  }
}
