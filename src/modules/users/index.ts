export { CustomerGroups } from './groups/customer-groups';
export { type NewAdministratorDto } from './administrators/new-administrator.dto';
export { AdministratorCreator } from './administrators/administrator-creator';
export { type ResolvedUsers, UserLookup } from './users/user-lookup';
export {
  type CustomerTagsById,
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
  VoucherSpent,
} from './vouchers/voucher-ledger';
export { userGroupExportSources, userExportSources } from './user-export-sources';
export { userGroupNameResolver, userNameResolver, voucherReference } from './user-name-resolvers';
export { userImportDeclarations } from './user-declarations';
export { UserAddress } from './addresses/user-address.entity';
export { type CallerRights, LastAdministrator } from './administrators/administrators';
export { UserComment } from './comments/user-comment.entity';
export { RewardMovement } from './rewards/reward-movement.entity';
export { ShoppingList } from './shopping-lists/shopping-list.entity';
export { SupplierItem } from './suppliers/supplier-item.entity';
export { TagAssignment } from './tags/tag-assignment.entity';
export { UserErasures } from './users/user-erasures';
export { usersOpenApiTag } from './users.openapi-tag';
export { Voucher } from './vouchers/voucher.entity';
export { WishlistItem } from './wishlist/wishlist-item.entity';
export { UserGroup } from './groups/user-group.entity';
export { User } from './users/user.entity';
