export { CustomerGroups } from './groups/customer-groups';
export { type NewAdministratorDto } from './administrators/new-administrator.dto';
export { NewAdministrators } from './administrators/new-administrators';
export { type FoundUsers, UserLookup } from './users/user-lookup';
export { type CustomersTags, type TagInOrders, TagsInOrders } from './tags/tags-in-orders';
export { UsersModule } from './users.module';
export { VoucherLedger } from './vouchers/voucher-ledger';
export {
  userGroupNames,
  userGroupWalks,
  userNames,
  userStoredLines,
  userWalks,
  voucherName,
} from './user-exports';
export { UserGroup } from './groups/user-group.entity';
export { User } from './users/user.entity';
