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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { Tag } from './tag.entity';
import { TagGroupLinkTaken } from '../tag-group-links/tag-group-links.service';
import { TagLimitNotAllowed } from './tag-limits';
import { CreateTagDto, TagQuery, UpdateTagDto } from './tag.dto';
import { tagRecord } from './tag.record';
import { TagsService } from './tags.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

/** Specification, Tags. */
@ApiController('customTags', {
  area: 'customTags',
  heading: tagsOpenApiTag,
  examples: { pId: 'colour' },
})
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List tags',
    description:
      'Page by page, filtered by control type, item type, position and priority; `q` looks into ' +
      'pId, `nameOnFeed` and the names in all languages.',
    returns: pagedResponse('CUSTOMTAGS', tagRecord),
  })
  listCustomTags(@QueryParams() query: TagQuery, @ResponseLoadPlan() plan: TablePlan<Tag>) {
    return this.tags.list(query, plan);
  }

  @Create('', {
    summary: 'Create a tag',
    description:
      'Makes an attribute and puts it into the groups that are named. Control type and item ' +
      "type can't be changed afterwards; a selector gets its values by `createTagValue`.",
    returns: tagRecord,
    errors: [PidTaken, TagGroupLinkTaken, ReferenceNotFound, ReferenceMismatch, TagLimitNotAllowed],
  })
  createCustomTag(
    @RequestBody('customTags') body: CreateTagDto,
    @ResponseLoadPlan() plan: TablePlan<Tag>,
  ) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.tags.create(body);
      return this.tags.get(id, plan);
    });
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a tag',
    description: 'Answers the `ID` that paths take for the pId of a tag, compared exactly.',
  })
  getCustomTagId(@PathParams() { pId }: PidPath) {
    return this.tags.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a tag',
    description:
      'One tag with its names in all languages and its groups; the values of a selector are ' +
      'listed by `listTagValues`.',
    returns: tagRecord,
  })
  getCustomTag(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Tag>) {
    return this.tags.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a tag',
    description: `${partialTextsUpdateDescription} Control type, item type and groups can't be changed here. Limits hold for values that are assigned from now on; when \`valueForAllLanguages\` changes, the values that users have are carried over.`,
    returns: tagRecord,
    errors: [PidTaken, TagLimitNotAllowed],
  })
  updateCustomTag(
    @PathParams() { id }: IdPath,
    @RequestBody('customTags') body: UpdateTagDto,
    @ResponseLoadPlan() plan: TablePlan<Tag>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.tags.update(id, body);
      return this.tags.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a tag, its values and its links to groups',
    description:
      'It goes from the users who carry it as well. Orders and other documents keep what they ' +
      'recorded of it.',
  })
  removeCustomTag(@PathParams() { id }: IdPath) {
    return this.tags.remove(id);
  }
}
