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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { TagGroupLink } from './tag-group-link.entity';
import { TagGroupLinkDto, TagGroupLinkPath } from './tag-group-link.dto';
import { tagGroupLinkRecord } from './tag-group-link.record';
import { TagGroupLinksService, TagGroupLinkTaken } from './tag-group-links.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

const tagGroupLinksResponse = collectionResponse('GROUPS', tagGroupLinkRecord);

/** Specification, Tags: the groups of a tag. */
@ApiController('customTags', { area: 'customTags', heading: tagsOpenApiTag })
export class TagGroupLinksController {
  constructor(
    private readonly links: TagGroupLinksService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read(':id/groups', {
    summary: 'List the groups of a tag',
    description:
      "The groups with the tag's priority in each, in the order in which it was put into them. " +
      'Its ETag is what `If-Match` of removing all of them takes.',
    returns: tagGroupLinksResponse,
  })
  listTagGroupLinks(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: TablePlan<TagGroupLink>,
  ) {
    return this.links.list(id, plan);
  }

  @Create(':id/groups', {
    summary: 'Add a tag to a group',
    description:
      'Puts the tag into one more group, at most once into each. Users who carry the tag keep ' +
      'it as it is.',
    returns: tagGroupLinkRecord,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, TagGroupLinkTaken],
  })
  createTagGroupLink(
    @PathParams() { id }: IdPath,
    @RequestBody('groups') body: TagGroupLinkDto,
    @ResponseLoadPlan() plan: TablePlan<TagGroupLink>,
  ) {
    return this.unitOfWork.run(async () => {
      const link = await this.links.add(id, body);
      return this.links.get(link.id, plan);
    });
  }

  @Remove(':id/groups', {
    summary: 'Remove a tag from all groups',
    description: 'The tag itself and the groups stay. Answers the links that are left: none.',
    returns: tagGroupLinksResponse,
  })
  removeTagGroupLinks(@PathParams() { id }: IdPath) {
    return this.links.clear(id);
  }

  @Remove(':id/groups/:groupId', {
    summary: 'Remove a tag from a group',
    description:
      'The tag and the group stay. Answers the groups that are left; 404 also where the tag is ' +
      'not in the group.',
    returns: tagGroupLinksResponse,
    ifMatchOperation: 'getCustomTag',
  })
  removeTagGroupLink(
    @PathParams() { id, groupId }: TagGroupLinkPath,
    @ResponseLoadPlan() plan: TablePlan<TagGroupLink>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.links.remove(id, groupId);
      return this.links.list(id, plan);
    });
  }
}
