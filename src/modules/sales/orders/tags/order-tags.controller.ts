import {
  ApiController,
  Body,
  collection,
  Create,
  IdPath,
  lowerCaseIdRecord,
  Path,
  Plan,
  Read,
  RecordId,
  Remove,
  Update,
} from '../../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../../core/errors';
import type { LoadPlan } from '../../../../core/load-plan';
import { TagForOthers, TagInactive, TagValueNotAllowed } from '../../../custom-tags';
import { documentTagCamelRecord, documentTagRecord, OrderDeleted } from '../../documents';
import { DocumentTagDto, DocumentTagValueDto } from './document-tag.dto';
import { OrderTagsService } from './order-tags.service';
import { DocumentTagTaken } from './tag-drafts';
import { ordersHeading } from '../orders.heading';

class OrderTagPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the tag' })
  customTagId!: number;
}

const returns = collection('CUSTOMTAGS', documentTagRecord);
const valueErrors = [ReferenceNotFound, TagForOthers, TagValueNotAllowed, OrderDeleted];

/** Specification, Sales documents: the tags that orders carry. */
@ApiController('orders', { area: 'sales', heading: ordersHeading, examples: { customTagId: 3 } })
export class OrderTagsController {
  constructor(private readonly tags: OrderTagsService) {}

  @Read(':id/customTags', { summary: 'List the tags of an order', returns })
  listOrderCustomTags(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.tags.list(id, plan);
  }

  @Create(':id/customTags', {
    summary: 'Add a tag to an order',
    description: 'Answers all tags of the order. The tag must be one of orders (item type 13).',
    returns,
    errors: [NotFound, DocumentTagTaken, ReferenceMismatch, TagInactive, ...valueErrors],
  })
  createOrderCustomTag(
    @Path() { id }: IdPath,
    @Body('customTags') body: DocumentTagDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.tags.add(id, body, plan);
  }

  @Update(':id/customTags/:customTagId', {
    summary: 'Change the value of a tag of an order',
    description: 'Answers all tags of the order.',
    returns: collection('customTags', documentTagCamelRecord),
    errors: valueErrors,
    current: 'getOrder',
  })
  updateOrderCustomTag(
    @Path() { id, customTagId }: OrderTagPath,
    @Body('customTags') body: DocumentTagValueDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.tags.update(id, customTagId, body, plan);
  }

  @Remove(':id/customTags/:customTagId', {
    summary: 'Remove a tag from an order',
    description: "Answers the tag's id.",
    returns: lowerCaseIdRecord,
    errors: [OrderDeleted],
    current: 'getOrder',
  })
  removeOrderCustomTag(@Path() { id, customTagId }: OrderTagPath) {
    return this.tags.remove(id, customTagId);
  }
}
