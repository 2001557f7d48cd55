export { type FoundUsers, UserLookup } from './users/user-lookup';
export { UsersModule } from './users.module';
