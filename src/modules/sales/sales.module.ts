import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { LineTypes } from '../intake';
import { LocationsModule } from '../locations';
import { UsersModule } from '../users';
import { DocumentWriter } from './documents/document-writer';
import { Documents } from './documents/documents';
import { StatusChanges } from './documents/status-changes';
import { DocumentNumbers } from './numbers/document-numbers';
import { OrderExportsService } from './orders/order-exports.service';
import { OrderLines } from './orders/order-lines';
import { OrderReferences } from './orders/order-lookups';
import { OrdersController } from './orders/orders.controller';
import { OrdersService } from './orders/orders.service';
import { StatusTrees } from './statuses/status-trees';
import { SubStatusLines } from './statuses/sub-status-lines';
import { SubStatuses } from './statuses/sub-statuses';

/** Sales documents (specification, Sales documents). */
@Module({
  imports: [LocationsModule, UsersModule],
  controllers: [OrdersController],
  providers: [
    Documents,
    DocumentNumbers,
    DocumentWriter,
    OrderExportsService,
    OrderLines,
    OrderReferences,
    OrdersService,
    StatusChanges,
    StatusTrees,
    SubStatuses,
  ],
  exports: [StatusTrees],
})
export class SalesModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly orderLines: OrderLines,
    private readonly lineTypes: LineTypes,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(new SubStatusLines(this.stores));
    this.lineTypes.register(this.orderLines);
  }
}
