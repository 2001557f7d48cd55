export { CustomerGroupsService } from './groups/customer-groups.service';
export { type NewAdministratorDto } from './administrators/new-administrator.dto';
export { AdministratorCreator } from './administrators/administrator-creator';
export { type UserAndGroupLookups, UserLookup } from './users/user-lookup';
export {
  type CustomerTagsByUserId,
  type CustomerTag,
  CustomerTagLoader,
} from './tags/customer-tag-loader';
export { UsersModule } from './users.module';
export {
  VoucherCurrencyMismatch,
  VoucherExpired,
  VoucherLedger,
  VoucherNotFound,
  type VoucherPayment,
  InsufficientVoucherBalance,
} from './vouchers/voucher-ledger';
export { userGroupExportSources, userExportSources } from './user-export-sources';
export { userGroupPidResolver, userPidResolver, voucherReference } from './user-pid-resolvers';
export { userImportDeclarations } from './user-import-declarations';
export { UserAddress } from './addresses/user-address.entity';
export {
  type CallerRights,
  LastSuperAdministratorNotRemovable,
} from './administrators/administrators.service';
export { UserComment } from './comments/user-comment.entity';
export { RewardMovement } from './rewards/reward-movement.entity';
export { ShoppingList } from './shopping-lists/shopping-list.entity';
export { SupplierItem } from './suppliers/supplier-item.entity';
export { UserTagAssignment } from './tags/user-tag-assignment.entity';
export { UserErasuresService } from './users/user-erasures.service';
export { usersOpenApiTag } from './users.openapi-tag';
export { Voucher } from './vouchers/voucher.entity';
export { WishlistItem } from './wishlist/wishlist-item.entity';
export { UserGroup } from './groups/user-group.entity';
export { User } from './users/user.entity';
