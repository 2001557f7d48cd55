import {
  ApiController,
  RequestBody,
  ChangeFilterQuery,
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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { TagValue } from './tag-value.entity';
import { CreateTagValueDto, TagValueQuery, UpdateTagValueDto } from './tag-value.dto';
import { tagValueRecord } from './tag-value.record';
import { TagNotSelector, TagValuesService } from './tag-values.service';
import { tagsOpenApiTag } from '../tags.openapi-tag';

/** Specification, Tags: the values of selector tags. */
@ApiController('customTags', { area: 'customTags', heading: tagsOpenApiTag })
export class TagValuesController {
  constructor(
    private readonly values: TagValuesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('values/:id', {
    summary: 'Read a value of a tag',
    description:
      "One value with its texts. `VALUE` is the text in the store's default language, else the " +
      'first one, else the pId.',
    returns: tagValueRecord,
  })
  getTagValue(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<TagValue>) {
    return this.values.get(id, plan);
  }

  @Update('values/:id', {
    summary: 'Change a value of a tag',
    description: `${partialTextsUpdateDescription} Users who have chosen the value have it under its new text; documents keep what they recorded.`,
    returns: tagValueRecord,
    errors: [PidTaken],
  })
  updateTagValue(
    @PathParams() { id }: IdPath,
    @RequestBody('values') body: UpdateTagValueDto,
    @ResponseLoadPlan() plan: TablePlan<TagValue>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.values.update(id, body);
      return this.values.get(id, plan);
    });
  }

  @Remove('values/:id', {
    summary: 'Delete a value of a tag',
    description:
      'Users who have chosen it lose the tag. Orders and other documents keep what they ' +
      'recorded.',
  })
  removeTagValue(@PathParams() { id }: IdPath) {
    return this.values.remove(id);
  }

  @Read(':id/values', {
    summary: 'List the values of a tag',
    description:
      'All values that can be chosen, the oldest first; empty for a tag that is no selector. ' +
      'Its ETag is what `If-Match` of a change of the list takes.',
    returns: collectionResponse('VALUES', tagValueRecord),
  })
  listTagValues(
    @PathParams() { id }: IdPath,
    @QueryParams() query: ChangeFilterQuery,
    @ResponseLoadPlan() plan: TablePlan<TagValue>,
  ) {
    return this.values.list(id, query, plan);
  }

  @Create(':id/values', {
    summary: 'Create a value of a selector tag',
    description:
      'Adds a value to choose from. Its pId is unique within the tag; only selector tags have ' +
      'values.',
    returns: tagValueRecord,
    errors: [NotFound, PidTaken, TagNotSelector],
  })
  createTagValue(
    @PathParams() { id }: IdPath,
    @RequestBody('values') body: CreateTagValueDto,
    @ResponseLoadPlan() plan: TablePlan<TagValue>,
  ) {
    return this.unitOfWork.run(async () => {
      const value = await this.values.create(id, body);
      return this.values.get(value.id, plan);
    });
  }

  @Remove(':id/values', {
    summary: 'Delete one value of a tag, named in the query',
    description:
      'Deletes the value that `valueId` or `valuePId` names, and takes the tag from the users ' +
      'who have chosen it. Without either the request is refused with 400; documents keep what ' +
      'they recorded.',
    errors: [ReferenceMismatch],
  })
  removeTagValueOfTag(@PathParams() { id }: IdPath, @QueryParams() query: TagValueQuery) {
    return this.values.removeFromTag(id, query);
  }
}
