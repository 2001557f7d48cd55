import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { DeliveryNotes } from './delivery-notes/delivery-notes';
import { DeliveryNotesController } from './delivery-notes/delivery-notes.controller';
import { ShipmentChanges } from './shipments/shipment-changes';
import { ShipmentsController } from './shipments/shipments.controller';
import { ShipmentsService } from './shipments/shipments.service';

/** Shipments of orders and their delivery notes. */
@Module({
  imports: [DocumentsModule, StatesModule],
  controllers: [DeliveryNotesController, ShipmentsController],
  providers: [DeliveryNotes, ShipmentChanges, ShipmentsService],
  exports: [DeliveryNotes],
})
export class ShippingModule {}
