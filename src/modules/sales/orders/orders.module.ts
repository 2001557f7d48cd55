import { Module } from '@nestjs/common';
import { CustomTagsModule } from '../../custom-tags';
import { LocationsModule } from '../../locations';
import { UsersModule } from '../../users';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { OrderAttachmentsController } from './attachments/order-attachments.controller';
import { OrderAttachmentsService } from './attachments/order-attachments.service';
import { OrderPayments } from './content/order-payments';
import { OrderComparator } from './imports/order-comparator';
import { OrderDraftFactory } from './imports/order-draft-factory';
import { OrderImporter } from './imports/order-importer';
import { OrderReferenceResolver } from './imports/order-lookups';
import { OrderCanonicalizer } from './imports/order-canonicalizer';
import { OrdersController } from './orders.controller';
import { OrdersService } from './orders.service';
import { OrderItemsService } from './parts/order-items.service';
import { OrderPartsController } from './parts/order-parts.controller';
import { OrderShipmentsController } from './shipments/order-shipments.controller';
import { OrderShipmentsService } from './shipments/order-shipments.service';
import { OrderTagsController } from './tags/order-tags.controller';
import { OrderTagsService } from './tags/order-tags.service';

/** Imports, reads and changes orders. */
@Module({
  imports: [CustomTagsModule, DocumentsModule, LocationsModule, StatesModule, UsersModule],
  controllers: [
    OrdersController,
    OrderPartsController,
    OrderShipmentsController,
    OrderTagsController,
    OrderAttachmentsController,
  ],
  providers: [
    OrderAttachmentsService,
    OrderItemsService,
    OrderComparator,
    OrderDraftFactory,
    OrderImporter,
    OrderCanonicalizer,
    OrderReferenceResolver,
    OrdersService,
    OrderShipmentsService,
    OrderTagsService,
    OrderPayments,
  ],
  exports: [OrderPayments],
})
export class OrdersModule {}
