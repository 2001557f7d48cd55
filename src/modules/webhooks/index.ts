export { announcements } from './announcements';
export { WebhookDeliveries } from './webhook-deliveries';
export { WebhookFeeder } from './webhook-feeder';
export { WebhooksModule } from './webhooks.module';
