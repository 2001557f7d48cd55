import {
  ApiController,
  Body,
  Create,
  IdPath,
  Path,
  Plan,
  Query,
  Read,
  Remove,
  Update,
  collection,
  under,
  changesWhatIsSent,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import {
  SupplierItemDto,
  SupplierItemPath,
  SupplierItemQuery,
  UpdateSupplierDto,
} from './supplier.dto';
import { supplierItemRecord, supplierRecord } from './supplier.record';
import { SupplierItemTaken, SuppliersService } from './suppliers.service';
import { usersHeading } from '../users.heading';

const supplier = under('SUPPLIER', supplierRecord);
const items = collection('ITEMS', supplierItemRecord);

/** Specification, Users: a user as a supplier. */
@ApiController('users', { area: 'users', heading: usersHeading, examples: { productId: 3 } })
export class SuppliersController {
  constructor(private readonly suppliers: SuppliersService) {}

  @Read(':id/supplier', { summary: 'Read the supplier data of a user', returns: supplier })
  getUserSupplier(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.suppliers.get(id, plan);
  }

  @Update(':id/supplier', {
    summary: 'Change the supplier data of a user',
    description: changesWhatIsSent,
    returns: supplier,
    errors: [ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  updateUserSupplier(
    @Path() { id }: IdPath,
    @Body('supplier') body: UpdateSupplierDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.suppliers.update(id, body, plan);
  }

  @Create(':id/supplier/items', {
    summary: 'Add products and categories that a user supplies',
    returns: items,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, SupplierItemTaken],
  })
  createUserSupplierItems(
    @Path() { id }: IdPath,
    @Body('items', { list: { of: SupplierItemDto, most: 1000 } }) body: SupplierItemDto[],
    @Plan() plan: LoadPlan,
  ) {
    return this.suppliers.addItems(id, body, plan);
  }

  @Remove(':id/supplier/items', {
    summary: 'Remove all products and categories that a user supplies',
    returns: items,
    current: 'getUser',
  })
  removeUserSupplierItems(@Path() { id }: IdPath) {
    return this.suppliers.clearItems(id);
  }

  @Remove(':id/supplier/items/:productId', {
    summary: 'Remove a product or category that a user supplies',
    returns: items,
    current: 'getUser',
  })
  removeUserSupplierItem(
    @Path() { id, productId }: SupplierItemPath,
    @Query() { itemType }: SupplierItemQuery,
    @Plan() plan: LoadPlan,
  ) {
    return this.suppliers.removeItem(id, itemType, productId, plan);
  }
}
