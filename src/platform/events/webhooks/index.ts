export { listWebhookSpecs } from './announcements';
export { formatEventTable, insertEventTable } from './event-table';
export { WebhookDeliveries } from './webhook-deliveries';
export { WebhookEventPublisher } from './webhook-feeder';
export { webhookExportSources } from './webhook-lines';
export { WebhookSecrets } from './webhook-secrets';
export { Webhook, WebhookDelivery } from './webhook.entity';
export { WebhooksModule } from './webhooks.module';
