export { listWebhookSpecs } from './webhook-specs';
export { formatEventTable } from './event-table';
export { WebhookDeliveries } from './webhook-deliveries';
export { WebhookEventPublisher } from './webhook-event-publisher';
export { webhookExportSources } from './webhook-import';
export { WebhookSecrets } from './webhook-secrets';
export { Webhook, WebhookDelivery } from './webhook.entity';
export { WebhooksModule } from './webhooks.module';
