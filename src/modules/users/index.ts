export { CustomerGroups } from './groups/customer-groups';
export { type FoundUsers, UserLookup } from './users/user-lookup';
export { UsersModule } from './users.module';
export { VoucherLedger } from './vouchers/voucher-ledger';
