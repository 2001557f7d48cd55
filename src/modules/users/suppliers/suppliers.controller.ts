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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
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

/** Specification, Users: a user as a supplier. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag, examples: { productId: 3 } })
export class SuppliersController {
  constructor(
    private readonly suppliers: SuppliersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read(':id/supplier', {
    summary: 'Read the supplier data of a user',
    description:
      'Which products and categories the user supplies; a user who is no supplier reads as ' +
      'inactive and empty.',
    returns: supplierResponse,
  })
  getUserSupplier(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<User>) {
    return this.suppliers.get(id, plan);
  }

  @Update(':id/supplier', {
    summary: 'Change the supplier data of a user',
    description: `${partialUpdateDescription} The first change makes the user a supplier; \`items\` that are sent replace all that were there.`,
    returns: supplierResponse,
    errors: [ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  updateUserSupplier(
    @PathParams() { id }: IdPath,
    @RequestBody('supplier') body: UpdateSupplierDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.suppliers.update(id, body, caller);
      return this.suppliers.get(id, plan);
    });
  }

  @Create(':id/supplier/items', {
    summary: 'Add products and categories that a user supplies',
    description:
      'Adds all of them or none, and makes the user a supplier where it was none. `LASTUSED` of ' +
      'the user moves; answers all items.',
    returns: supplierItemsResponse,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  createUserSupplierItems(
    @PathParams() { id }: IdPath,
    @RequestBody('items', { list: { of: SupplierItemDto, most: 1000 } }) body: SupplierItemDto[],
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<SupplierItem>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.suppliers.addItems(id, body, caller);
      return this.suppliers.listItems(id, plan);
    });
  }

  @Remove(':id/supplier/items', {
    summary: 'Remove all products and categories that a user supplies',
    description:
      'The user stays a supplier, of nothing. `LASTUSED` of the user moves; answers the items ' +
      'that are left: none.',
    returns: supplierItemsResponse,
    ifMatchOperation: 'getUser',
  })
  removeUserSupplierItems(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.suppliers.clearItems(id, caller);
  }

  @Remove(':id/supplier/items/:productId', {
    summary: 'Remove a product or category that a user supplies',
    description:
      'A product, or with `itemType=2` the category with that id. `LASTUSED` of the user moves; ' +
      'answers the items that are left.',
    returns: supplierItemsResponse,
    ifMatchOperation: 'getUser',
  })
  removeUserSupplierItem(
    @PathParams() { id, productId }: SupplierItemPath,
    @QueryParams() { itemType }: SupplierItemQuery,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<SupplierItem>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.suppliers.removeItem(id, itemType, productId, caller);
      return this.suppliers.listItems(id, plan);
    });
  }
}
