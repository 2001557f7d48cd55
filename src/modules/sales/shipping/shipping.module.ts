import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { DeliveryNotesService } from './delivery-notes/delivery-notes.service';
import { DeliveryNotesController } from './delivery-notes/delivery-notes.controller';
import { ShipmentTrackingUpdater } from './shipments/shipment-tracking-updater';
import { ShipmentsController } from './shipments/shipments.controller';
import { ShipmentsService } from './shipments/shipments.service';

/** Shipments of orders and their delivery notes. */
@Module({
  imports: [DocumentsModule, StatesModule],
  controllers: [DeliveryNotesController, ShipmentsController],
  providers: [DeliveryNotesService, ShipmentTrackingUpdater, ShipmentsService],
  exports: [DeliveryNotesService],
})
export class ShippingModule {}
