import {
  ApiController,
  Body,
  Create,
  GetId,
  IdPath,
  List,
  Path,
  PidPath,
  Plan,
  Query,
  Read,
  Remove,
  Update,
  paged,
  changesTextsThatAreSent,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { TagGroupLinkTaken } from '../tag-group-links/tag-group-links.service';
import { TagLimitNotAllowed } from './tag-limits';
import { CreateTagDto, TagQuery, UpdateTagDto } from './tag.dto';
import { tagRecord } from './tag.record';
import { TagsService } from './tags.service';
import { tagsHeading } from '../tags.heading';

/** Specification, Tags. */
@ApiController('customTags', {
  area: 'customTags',
  heading: tagsHeading,
  examples: { pId: 'colour' },
})
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @List('', { summary: 'List tags', returns: paged('CUSTOMTAGS', tagRecord) })
  listCustomTags(@Query() query: TagQuery, @Plan() plan: LoadPlan) {
    return this.tags.list(query, plan);
  }

  @Create('', {
    summary: 'Create a tag',
    returns: tagRecord,
    errors: [PidTaken, TagGroupLinkTaken, ReferenceNotFound, ReferenceMismatch, TagLimitNotAllowed],
  })
  createCustomTag(@Body('customTags') body: CreateTagDto, @Plan() plan: LoadPlan) {
    return this.tags.create(body, plan);
  }

  @GetId('getId/:pId', { summary: 'Find the id of a tag' })
  getCustomTagId(@Path() { pId }: PidPath) {
    return this.tags.idOf(pId);
  }

  @Read(':id', { summary: 'Read a tag', returns: tagRecord })
  getCustomTag(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.tags.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a tag',
    description: changesTextsThatAreSent,
    returns: tagRecord,
    errors: [PidTaken, TagLimitNotAllowed],
  })
  updateCustomTag(
    @Path() { id }: IdPath,
    @Body('customTags') body: UpdateTagDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.tags.update(id, body, plan);
  }

  @Remove(':id', { summary: 'Delete a tag, its values and its links to groups' })
  removeCustomTag(@Path() { id }: IdPath) {
    return this.tags.remove(id);
  }
}
