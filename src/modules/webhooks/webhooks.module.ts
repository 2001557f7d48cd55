import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookFeeder } from './webhook-feeder';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Addresses that are told of changes: fed by the journal, sent by the outbox. */
@Module({
  imports: [OutboxModule],
  controllers: [WebhooksController],
  providers: [WebhookDeliveries, WebhookFeeder, WebhookSecrets, WebhooksService],
})
export class WebhooksModule {}
