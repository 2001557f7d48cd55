import {
  ApiController,
  RequestBody,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  pagedResponse,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  partialTextsUpdateDescription,
} from '../../../api';
import { PidTaken } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { TagGroup } from './tag-group.entity';
import { CreateTagGroupDto, TagGroupQuery, UpdateTagGroupDto } from './tag-group.dto';
import { tagGroupRecord } from './tag-group.record';
import { TagGroupsService } from './tag-groups.service';

const tagGroupsOpenApiTag: OpenApiTag = {
  name: 'Tag groups',
  rank: 1900,
  description:
    'Groups that tags are shown in, such as "Looks" or "Care". A tag can be in several of them.',
};

/** Specification, Tag groups. */
@ApiController('customTagGroups', {
  area: 'customTags',
  heading: tagGroupsOpenApiTag,
  examples: { pId: 'looks' },
})
export class TagGroupsController {
  constructor(
    private readonly groups: TagGroupsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List tag groups',
    description:
      'Page by page, filtered by item type, position and priority; `q` looks into pId, names ' +
      'and descriptions.',
    returns: pagedResponse('CUSTOMTAGGROUPS', tagGroupRecord),
  })
  listCustomTagGroups(
    @QueryParams() query: TagGroupQuery,
    @ResponseLoadPlan() plan: TablePlan<TagGroup>,
  ) {
    return this.groups.list(query, plan);
  }

  @Create('', {
    summary: 'Create a tag group',
    description:
      'Makes an empty group; tags are put into it by `createTagGroupLink`, or when they are ' +
      'made. Its `itemType` says what the tags in it are about.',
    returns: tagGroupRecord,
    errors: [PidTaken],
  })
  createCustomTagGroup(
    @RequestBody('customTagGroups') body: CreateTagGroupDto,
    @ResponseLoadPlan() plan: TablePlan<TagGroup>,
  ) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.groups.create(body);
      return this.groups.get(id, plan);
    });
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a tag group',
    description: 'Answers the `ID` that paths take for the pId of a tag group, compared exactly.',
  })
  getCustomTagGroupId(@PathParams() { pId }: PidPath) {
    return this.groups.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a tag group',
    description:
      'One group with its names and descriptions in all languages; which tags are in it, the ' +
      'tags tell.',
    returns: tagGroupRecord,
  })
  getCustomTagGroup(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<TagGroup>) {
    return this.groups.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a tag group',
    description: `${partialTextsUpdateDescription} The tags in the group stay in it.`,
    returns: tagGroupRecord,
    errors: [PidTaken],
  })
  updateCustomTagGroup(
    @PathParams() { id }: IdPath,
    @RequestBody('customTagGroups') body: UpdateTagGroupDto,
    @ResponseLoadPlan() plan: TablePlan<TagGroup>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.groups.update(id, body);
      return this.groups.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a tag group and its links to tags',
    description:
      'The tags themselves stay, in their other groups, and on the users who carry them; there ' +
      'they are without a group if this was the one that was chosen.',
  })
  removeCustomTagGroup(@PathParams() { id }: IdPath) {
    return this.groups.remove(id);
  }
}
