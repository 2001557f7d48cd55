import {
  ApiController,
  RequestBody,
  UnpagedListQuery,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  QueryParams,
  Read,
  Remove,
  Update,
  collectionResponse,
  partialTextsUpdateDescription,
} from '../../../api';
import { NotFound, PidTaken, ReferenceMismatch } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { TagValue } from './tag-value.entity';
import { CreateTagValueDto, TagValueQuery, UpdateTagValueDto } from './tag-value.dto';
import { tagValueRecord } from './tag-value.record';
import { TagNotSelector, TagValuesService } from './tag-values.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

/** The values of selector tags (specification, Tags). */
@ApiController('customTags', { area: 'customTags', openApiTag: tagsOpenApiTag })
export class TagValuesController {
  constructor(private readonly values: TagValuesService) {}

  @Read('values/:id', {
    openApiJournalLinkKind: 'tagValue',
    summary: 'Read a value of a tag',
    description:
      "Returns one value with its texts. `VALUE` is the text in the store's default language, or else the " +
      'first text, or else the pId.',
    returns: tagValueRecord,
  })
  getTagValue(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<TagValue>) {
    return this.values.get(id, plan);
  }

  @Update('values/:id', {
    summary: 'Change a value of a tag',
    description: `${partialTextsUpdateDescription} Users who have chosen the value see its new text; documents keep their copies.`,
    returns: tagValueRecord,
    errors: [PidTaken],
  })
  async updateTagValue(
    @PathParams() { id }: IdPath,
    @RequestBody('values') body: UpdateTagValueDto,
    @ResponseLoadPlan() plan: RecordPlan<TagValue>,
  ) {
    await this.values.update(id, body);
    return this.values.get(id, plan);
  }

  @Remove('values/:id', {
    summary: 'Delete a value of a tag',
    description:
      'Deletes the value and removes the tag from users who have chosen it. Orders and other documents keep their ' +
      'copies.',
  })
  removeTagValue(@PathParams() { id }: IdPath) {
    return this.values.remove(id);
  }

  @Read(':id/values', {
    summary: 'List the values of a tag',
    description:
      "Returns all values that can be chosen, oldest first; the list is empty for a tag that isn't a selector. " +
      'The ETag can be sent as `If-Match` with changes of the list.',
    returns: collectionResponse('VALUES', tagValueRecord),
  })
  listTagValues(
    @PathParams() { id }: IdPath,
    @QueryParams() query: UnpagedListQuery,
    @ResponseLoadPlan() plan: RecordPlan<TagValue>,
  ) {
    return this.values.list(id, query, plan);
  }

  @Create(':id/values', {
    summary: 'Create a value of a selector tag',
    description:
      'Adds a value that can be chosen. Its pId is unique within the tag; only selector tags have ' +
      'values.',
    returns: tagValueRecord,
    errors: [NotFound, PidTaken, TagNotSelector],
  })
  async createTagValue(
    @PathParams() { id }: IdPath,
    @RequestBody('values') body: CreateTagValueDto,
    @ResponseLoadPlan() plan: RecordPlan<TagValue>,
  ) {
    const value = await this.values.create(id, body);
    return this.values.get(value.id, plan);
  }

  @Remove(':id/values', {
    summary: 'Delete one value of a tag, named in the query',
    description:
      'Deletes the value that `valueId` or `valuePId` names, and removes the tag from users ' +
      'who have chosen it. Without either the request is rejected with 400. Documents keep ' +
      'their copies.',
    errors: [ReferenceMismatch],
  })
  removeTagValueOfTag(@PathParams() { id }: IdPath, @QueryParams() query: TagValueQuery) {
    return this.values.removeFromTag(id, query);
  }
}
