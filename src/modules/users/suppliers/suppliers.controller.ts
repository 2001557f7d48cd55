import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
  Remove,
  Update,
  collectionResponse,
  wrappedResponse,
  partialUpdateDescription,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { SupplierItem } from './supplier-item.entity';
import type { User } from '../users/user.entity';
import {
  SupplierItemDto,
  SupplierItemPath,
  SupplierItemQuery,
  UpdateSupplierDto,
} from './supplier.dto';
import { supplierItemRecord, supplierRecord } from './supplier.record';
import { SupplierItemTaken, SuppliersService } from './suppliers.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const supplierResponse = wrappedResponse('SUPPLIER', supplierRecord);
const supplierItemsResponse = collectionResponse('ITEMS', supplierItemRecord);

/** Suppliers and the items that they deliver (specification, Users). */
@ApiController('users', {
  area: 'users',
  openApiTag: usersOpenApiTag,
  pathExamples: { productId: 3 },
})
export class SuppliersController {
  constructor(private readonly suppliers: SuppliersService) {}

  @Read(':id/supplier', {
    summary: 'Read the supplier data of a user',
    description:
      "Returns the products and categories that the user supplies. A user who isn't a supplier reads as " +
      'inactive and empty.',
    returns: supplierResponse,
  })
  getUserSupplier(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.suppliers.get(id, plan);
  }

  @Update(':id/supplier', {
    summary: 'Change the supplier data of a user',
    description: `${partialUpdateDescription} The first change makes the user a supplier. If \`items\` are sent, they replace all existing items.`,
    returns: supplierResponse,
    errors: [ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  async updateUserSupplier(
    @PathParams() { id }: IdPath,
    @RequestBody('supplier') body: UpdateSupplierDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    await this.suppliers.update(id, body, caller);
    return this.suppliers.get(id, plan);
  }

  @Create(':id/supplier/items', {
    summary: 'Add products and categories that a user supplies',
    description:
      "Adds all items or none, and returns all items of the user. The user becomes a supplier if necessary, and the user's " +
      '`LASTUSED` is updated.',
    returns: supplierItemsResponse,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  async createUserSupplierItems(
    @PathParams() { id }: IdPath,
    @RequestBody('items', { list: { of: SupplierItemDto, maxItems: 1000 } })
    body: SupplierItemDto[],
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<SupplierItem>,
  ) {
    await this.suppliers.addItems(id, body, caller);
    return this.suppliers.listItems(id, plan);
  }

  @Remove(':id/supplier/items', {
    summary: 'Remove all products and categories that a user supplies',
    description:
      "Returns an empty list. The user stays a supplier, and the user's " +
      '`LASTUSED` is updated.',
    returns: supplierItemsResponse,
    ifMatchOperation: 'getUser',
  })
  removeUserSupplierItems(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.suppliers.removeAllItems(id, caller);
  }

  @Remove(':id/supplier/items/:productId', {
    summary: 'Remove a product or category that a user supplies',
    description:
      'Removes the product with that id, or with `itemType=2` the category, and returns the remaining items. The ' +
      "user's `LASTUSED` is updated.",
    returns: supplierItemsResponse,
    ifMatchOperation: 'getUser',
  })
  async removeUserSupplierItem(
    @PathParams() { id, productId }: SupplierItemPath,
    @QueryParams() { itemType }: SupplierItemQuery,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<SupplierItem>,
  ) {
    await this.suppliers.removeItem(id, itemType, productId, caller);
    return this.suppliers.listItems(id, plan);
  }
}
