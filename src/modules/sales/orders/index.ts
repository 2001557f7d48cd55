export { PaidOrders } from './content/paid-orders';
export { OrdersModule } from './orders.module';
