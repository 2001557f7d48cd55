import {
  ApiController,
  RequestBody,
  collectionResponse,
  Create,
  IdPath,
  lowerCaseIdRecord,
  PathParams,
  ResponseLoadPlan,
  Read,
  RecordId,
  Remove,
  Update,
} from '../../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../../core/errors';
import type { RecordPlan } from '../../../../core/load-plan';
import { formatCode } from '../../../../core/code-list';
import {
  itemTypeCodes,
  TagItemTypeMismatch,
  TagInactive,
  TagValueAmbiguous,
  TagValueNotAllowed,
} from '../../../custom-tags';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import type { DocumentTag } from '../../documents/entities/document-tag.entity';
import {
  documentTagCamelCaseRecord,
  documentTagRecord,
} from '../../documents/records/document-tag.record';
import { DocumentTagDto, DocumentTagValueDto } from './document-tag.dto';
import { OrderTagsService } from './order-tags.service';
import { DocumentTagTaken } from './tag-drafts';
import { ordersOpenApiTag } from '../orders.openapi-tag';

class OrderTagPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the tag' })
  customTagId!: number;
}

const returns = collectionResponse('CUSTOMTAGS', documentTagRecord);
const valueErrors = [
  ReferenceNotFound,
  TagItemTypeMismatch,
  TagValueNotAllowed,
  TagValueAmbiguous,
  OrderDeleted,
];

/** Reads and changes the tags of orders (specification, Sales documents). */
@ApiController('orders', {
  area: 'sales',
  openApiTag: ordersOpenApiTag,
  pathExamples: { customTagId: 3 },
})
export class OrderTagsController {
  constructor(private readonly tags: OrderTagsService) {}

  @Read(':id/customTags', {
    summary: 'List the tags of an order',
    description:
      'Returns the tags of the order itself with their recorded values, without those of its customer and rows.',
    returns,
  })
  listOrderCustomTags(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<DocumentTag>,
  ) {
    return this.tags.list(id, plan);
  }

  @Create(':id/customTags', {
    summary: 'Add a tag to an order',
    description:
      `Adds a tag of the item type ${formatCode(itemTypeCodes, 13)} with its value, and returns all tags of the ` +
      'order. The order gets a new version.',
    returns,
    errors: [NotFound, DocumentTagTaken, ReferenceMismatch, TagInactive, ...valueErrors],
  })
  async createOrderCustomTag(
    @PathParams() { id }: IdPath,
    @RequestBody('customTags') body: DocumentTagDto,
    @ResponseLoadPlan() plan: RecordPlan<DocumentTag>,
  ) {
    await this.tags.add(id, body);
    return this.tags.list(id, plan);
  }

  @Update(':id/customTags/:customTagId', {
    summary: 'Change the value of a tag of an order',
    description:
      'Replaces the recorded value and returns all tags of the order. The order gets a new version. Setting the ' +
      'current value again changes nothing.',
    returns: collectionResponse('customTags', documentTagCamelCaseRecord),
    errors: valueErrors,
    ifMatchOperation: 'getOrder',
  })
  async updateOrderCustomTag(
    @PathParams() { id, customTagId }: OrderTagPath,
    @RequestBody('customTags') body: DocumentTagValueDto,
    @ResponseLoadPlan() plan: RecordPlan<DocumentTag>,
  ) {
    await this.tags.update(id, customTagId, body);
    return this.tags.list(id, plan);
  }

  @Remove(':id/customTags/:customTagId', {
    summary: 'Remove a tag from an order',
    description:
      "Removes the tag from the order and returns the tag's id; the tag itself stays. The order gets a new version.",
    returns: lowerCaseIdRecord,
    errors: [OrderDeleted],
    ifMatchOperation: 'getOrder',
  })
  removeOrderCustomTag(@PathParams() { id, customTagId }: OrderTagPath) {
    return this.tags.remove(id, customTagId);
  }
}
