export { DeliveryNotes } from './delivery-notes/delivery-notes';
export { ShippingModule } from './shipping.module';
