import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CustomTagsModule } from '../custom-tags';
import { UserCommentImporter } from './comments/user-comment.importer';
import { UserGroupImporter } from './groups/user-group.importer';
import { UserImporter } from './users/user.importer';
import { AddressBookController } from './addresses/address-book.controller';
import { AddressBookService } from './addresses/address-book.service';
import { AdministratorsService } from './administrators/administrators.service';
import { AdministratorCreator } from './administrators/administrator-creator';
import { AdminPromotionSafeguards } from './administrators/admin-promotion-safeguards';
import { UserCommentsController } from './comments/user-comments.controller';
import { UserCommentsService } from './comments/user-comments.service';
import { CustomerGroupsService } from './groups/customer-groups.service';
import { UserGroupsController } from './groups/user-groups.controller';
import { UserErasuresService } from './users/user-erasures.service';
import { UserGroupsService } from './groups/user-groups.service';
import { LoginLimiter } from './login/login-limiter';
import { RecentLoginNetworkStore } from './login/recent-login-network-store';
import { LoginController } from './login/login.controller';
import { LoginService } from './login/login.service';
import { LoginTokenStrategy } from './login/login-token-strategy';
import { TokenSecretProvider } from './login/token-secret-provider';
import { UnreadableLoginMiddleware } from './login/unreadable-login.middleware';
import { PasswordHasher } from './passwords/password-hasher';
import { RewardsController } from './rewards/rewards.controller';
import { RewardPointsService } from './rewards/reward-points.service';
import { SalesAgentsController } from './sales-agents/sales-agents.controller';
import { SalesAgentsService } from './sales-agents/sales-agents.service';
import { ShoppingListRowsService } from './shopping-lists/shopping-list-rows.service';
import { ShoppingListsController } from './shopping-lists/shopping-lists.controller';
import { ShoppingListsService } from './shopping-lists/shopping-lists.service';
import { SuppliersController } from './suppliers/suppliers.controller';
import { SuppliersService } from './suppliers/suppliers.service';
import { CustomerTagLoader } from './tags/customer-tag-loader';
import { UserTagsController } from './tags/user-tags.controller';
import { UserTagsService } from './tags/user-tags.service';
import { UserUnitOfWork } from './users/user-unit-of-work';
import { UserCrud } from './users/user-crud';
import { UserCredentialsService } from './users/user-credentials.service';
import { UserPartsService } from './users/user-parts.service';
import { UserSearchIndexer } from './users/user-search-indexer';
import { UserLookup } from './users/user-lookup';
import { UserImportRecordResolver } from './users/user-import-record-resolver';
import { UsersController } from './users/users.controller';
import { UsersService } from './users/users.service';
import { VoucherLedger } from './vouchers/voucher-ledger';
import { VouchersController } from './vouchers/vouchers.controller';
import { VouchersService } from './vouchers/vouchers.service';
import { WishlistController } from './wishlist/wishlist.controller';
import { WishlistService } from './wishlist/wishlist.service';

/** Users and everything that belongs to them (specification, Users). */
@Module({
  imports: [CustomTagsModule],
  controllers: [
    // First, so that users/getId/{pId} is not routed to a users/{id}/... of another controller.
    UsersController,
    AddressBookController,
    LoginController,
    RewardsController,
    SalesAgentsController,
    ShoppingListsController,
    SuppliersController,
    UserCommentsController,
    UserGroupsController,
    UserTagsController,
    VouchersController,
    WishlistController,
  ],
  providers: [
    AddressBookService,
    AdministratorsService,
    CustomerGroupsService,
    LoginLimiter,
    RecentLoginNetworkStore,
    LoginService,
    LoginTokenStrategy,
    AdministratorCreator,
    PasswordHasher,
    RewardPointsService,
    AdminPromotionSafeguards,
    SalesAgentsService,
    ShoppingListRowsService,
    ShoppingListsService,
    SuppliersService,
    CustomerTagLoader,
    TokenSecretProvider,
    UserCrud,
    UserUnitOfWork,
    UserCommentsService,
    UserCredentialsService,
    UserErasuresService,
    UserGroupsService,
    UserLookup,
    UserPartsService,
    UserCommentImporter,
    UserGroupImporter,
    UserImporter,
    UserSearchIndexer,
    UsersService,
    UserImportRecordResolver,
    UserTagsService,
    VoucherLedger,
    VouchersService,
    WishlistService,
  ],
  exports: [
    CustomerGroupsService,
    CustomerTagLoader,
    UserErasuresService,
    UserLookup,
    VoucherLedger,
  ],
})
export class UsersModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UnreadableLoginMiddleware).forRoutes(LoginController);
  }
}
