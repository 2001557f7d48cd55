export { OrderPayments } from './content/order-payments';
export { OrdersModule } from './orders.module';
