export { DeliveryNotesService } from './delivery-notes/delivery-notes.service';
export { ShippingModule } from './shipping.module';
