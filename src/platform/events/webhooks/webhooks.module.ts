import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookEventPublisher } from './webhook-event-publisher';
import { WebhookImporter } from './webhook-import';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Webhooks: changes from the journal are posted to subscribed URLs by the outbox. */
@Module({
  imports: [OutboxModule],
  controllers: [WebhooksController],
  providers: [
    WebhookDeliveries,
    WebhookEventPublisher,
    WebhookImporter,
    WebhookSecrets,
    WebhooksService,
  ],
})
export class WebhooksModule {}
