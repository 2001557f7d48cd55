export { announcements } from './announcements';
export { eventTable, withEventTable } from './event-table';
export { WebhookDeliveries } from './webhook-deliveries';
export { WebhookFeeder } from './webhook-feeder';
export { WebhooksModule } from './webhooks.module';
