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
import type { RecordPlan } from '../../../core/load-plan';
import type { TagGroup } from './tag-group.entity';
import { CreateTagGroupDto, TagGroupQuery, UpdateTagGroupDto } from './tag-group.dto';
import { tagGroupRecord } from './tag-group.record';
import { TagGroupsService } from './tag-groups.service';

const tagGroupsOpenApiTag: OpenApiTag = {
  name: 'Tag groups',
  position: 1900,
  description:
    'Groups that tags are shown in, such as "Looks" or "Care". A tag can be in several of them.',
};

/** Tag groups (specification, Tag groups). */
@ApiController('customTagGroups', {
  area: 'customTags',
  openApiTag: tagGroupsOpenApiTag,
  pathExamples: { pId: 'looks' },
})
export class TagGroupsController {
  constructor(private readonly groups: TagGroupsService) {}

  @List('', {
    summary: 'List tag groups',
    description:
      'Returns tag groups page by page, filtered by item type, position and priority. `q` searches pId, names ' +
      'and descriptions.',
    returns: pagedResponse('CUSTOMTAGGROUPS', tagGroupRecord),
  })
  listCustomTagGroups(
    @QueryParams() query: TagGroupQuery,
    @ResponseLoadPlan() plan: RecordPlan<TagGroup>,
  ) {
    return this.groups.list(query, plan);
  }

  @Create('', {
    summary: 'Create a tag group',
    description:
      'Creates an empty group. Tags are added to it by `createTagGroupLink`, or when they are ' +
      'created. The `itemType` is the type of records that its tags are for.',
    returns: tagGroupRecord,
    errors: [PidTaken],
  })
  async createCustomTagGroup(
    @RequestBody('customTagGroups') body: CreateTagGroupDto,
    @ResponseLoadPlan() plan: RecordPlan<TagGroup>,
  ) {
    const { id } = await this.groups.create(body);
    return this.groups.get(id, plan);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a tag group',
    description:
      'Returns the `ID` of the tag group with this pId, for use in paths. The pId is compared exactly.',
  })
  getCustomTagGroupId(@PathParams() { pId }: PidPath) {
    return this.groups.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'tagGroup',
    summary: 'Read a tag group',
    description:
      'Returns one group with its names and descriptions in all languages. To find its tags, read the groups of the ' +
      'tags.',
    returns: tagGroupRecord,
  })
  getCustomTagGroup(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<TagGroup>) {
    return this.groups.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a tag group',
    description: `${partialTextsUpdateDescription} The tags in the group stay in it.`,
    returns: tagGroupRecord,
    errors: [PidTaken],
  })
  async updateCustomTagGroup(
    @PathParams() { id }: IdPath,
    @RequestBody('customTagGroups') body: UpdateTagGroupDto,
    @ResponseLoadPlan() plan: RecordPlan<TagGroup>,
  ) {
    await this.groups.update(id, body);
    return this.groups.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a tag group and its links to tags',
    description:
      'The tags themselves stay, also in their other groups and on the users who carry them. Assignments ' +
      'that refer to this group lose the reference.',
  })
  removeCustomTagGroup(@PathParams() { id }: IdPath) {
    return this.groups.remove(id);
  }
}
