import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CustomTagsModule } from '../custom-tags';
import { UserCommentImporter } from './comments/user-comment.importer';
import { UserGroupImporter } from './groups/user-group.importer';
import { UserImporter } from './users/user.importer';
import { AddressBookController } from './addresses/address-book.controller';
import { AddressBookService } from './addresses/address-book.service';
import { Administrators } from './administrators/administrators';
import { AdministratorCreator } from './administrators/administrator-creator';
import { AdminPromotion } from './administrators/admin-promotion';
import { UserCommentsController } from './comments/user-comments.controller';
import { UserCommentsService } from './comments/user-comments.service';
import { CustomerGroups } from './groups/customer-groups';
import { UserGroupsController } from './groups/user-groups.controller';
import { UserErasures } from './users/user-erasures';
import { UserGroupsService } from './groups/user-groups.service';
import { LoginLimiter } from './login/login-limiter';
import { RecentLoginNetworks } from './login/recent-login-networks';
import { LoginController } from './login/login.controller';
import { LoginService } from './login/login.service';
import { LoginTokens } from './login/login-tokens';
import { TokenSecret } from './login/token-secret';
import { UnreadableLoginMiddleware } from './login/unreadable-login.middleware';
import { PasswordHasher } from './passwords/password-hasher';
import { RewardsController } from './rewards/rewards.controller';
import { RewardsService } from './rewards/rewards.service';
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
import { UserCollection } from './users/user-collection';
import { UserCredentials } from './users/user-credentials';
import { UserParts } from './users/user-parts';
import { UserSearchIndexer } from './users/user-search-indexer';
import { UserLookup } from './users/user-lookup';
import { UserStateResolver } from './users/user-state-resolver';
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
    Administrators,
    CustomerGroups,
    LoginLimiter,
    RecentLoginNetworks,
    LoginService,
    LoginTokens,
    AdministratorCreator,
    PasswordHasher,
    RewardsService,
    AdminPromotion,
    SalesAgentsService,
    ShoppingListRowsService,
    ShoppingListsService,
    SuppliersService,
    CustomerTagLoader,
    TokenSecret,
    UserCollection,
    UserUnitOfWork,
    UserCommentsService,
    UserCredentials,
    UserErasures,
    UserGroupsService,
    UserLookup,
    UserParts,
    UserCommentImporter,
    UserGroupImporter,
    UserImporter,
    UserSearchIndexer,
    UsersService,
    UserStateResolver,
    UserTagsService,
    VoucherLedger,
    VouchersService,
    WishlistService,
  ],
  exports: [CustomerGroups, CustomerTagLoader, UserErasures, UserLookup, VoucherLedger],
})
export class UsersModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(UnreadableLoginMiddleware).forRoutes(LoginController);
  }
}
