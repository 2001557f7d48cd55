import {
  ApiController,
  RequestBody,
  Create,
  GetId,
  IdPath,
  List,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  pagedResponse,
  partialTextsUpdateDescription,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { Tag } from './tag.entity';
import { TagValueNotAllowed } from '../assignments/tag-value-rules';
import {
  TagGroupItemTypeMismatch,
  TagGroupLinkTaken,
} from '../tag-group-links/tag-group-links.service';
import { TagLimitNotAllowed } from './tag-limits';
import { CreateTagDto, TagQuery, UpdateTagDto } from './tag.dto';
import { tagRecord } from './tag.record';
import { TagsService } from './tags.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

/** Tags (specification, Tags). */
@ApiController('customTags', {
  area: 'customTags',
  openApiTag: tagsOpenApiTag,
  pathExamples: { pId: 'colour' },
})
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @List('', {
    summary: 'List tags',
    description:
      'Returns tags page by page, filtered by control type, item type, position and priority. `q` searches ' +
      'pId, `nameOnFeed` and the names in all languages.',
    returns: pagedResponse('CUSTOMTAGS', tagRecord),
  })
  listCustomTags(@QueryParams() query: TagQuery, @ResponseLoadPlan() plan: RecordPlan<Tag>) {
    return this.tags.list(query, plan);
  }

  @Create('', {
    summary: 'Create a tag',
    description:
      'Creates an attribute and adds it to the given groups. Control type and item ' +
      "type can't be changed afterwards; a selector gets its values by `createTagValue`.",
    returns: tagRecord,
    errors: [
      PidTaken,
      TagGroupLinkTaken,
      ReferenceNotFound,
      ReferenceMismatch,
      TagGroupItemTypeMismatch,
      TagLimitNotAllowed,
      TagValueNotAllowed,
    ],
  })
  async createCustomTag(
    @RequestBody('customTags') body: CreateTagDto,
    @ResponseLoadPlan() plan: RecordPlan<Tag>,
  ) {
    const { id } = await this.tags.create(body);
    return this.tags.get(id, plan);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a tag',
    description:
      'Returns the `ID` of the tag with this pId, for use in paths. The pId is compared exactly.',
  })
  getCustomTagId(@PathParams() { pId }: PidPath) {
    return this.tags.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'tag',
    summary: 'Read a tag',
    description:
      'Returns one tag with its names in all languages and its groups. The values of a selector are ' +
      'listed by `listTagValues`.',
    returns: tagRecord,
  })
  getCustomTag(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Tag>) {
    return this.tags.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a tag',
    description: `${partialTextsUpdateDescription} Control type, item type and groups can't be changed here. New limits apply to later assignments; a change of \`valueForAllLanguages\` converts the values of users.`,
    returns: tagRecord,
    errors: [PidTaken, TagLimitNotAllowed, TagValueNotAllowed],
  })
  async updateCustomTag(
    @PathParams() { id }: IdPath,
    @RequestBody('customTags') body: UpdateTagDto,
    @ResponseLoadPlan() plan: RecordPlan<Tag>,
  ) {
    await this.tags.update(id, body);
    return this.tags.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a tag, its values and its links to groups',
    description:
      'Deletes the tag and removes it from the users who carry it. Orders and other documents keep ' +
      'their copies.',
  })
  removeCustomTag(@PathParams() { id }: IdPath) {
    return this.tags.remove(id);
  }
}
