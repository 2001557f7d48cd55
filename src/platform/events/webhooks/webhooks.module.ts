import { Module, type OnModuleInit } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { ImportRecordTypes } from '../../data-transfer/imports';
import { OutboxModule } from '../outbox';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookEventPublisher } from './webhook-event-publisher';
import { defineWebhookImport } from './webhook-import';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Webhooks: changes from the journal are posted to subscribed URLs by the outbox. */
@Module({
  imports: [OutboxModule],
  controllers: [WebhooksController],
  providers: [WebhookDeliveries, WebhookEventPublisher, WebhookSecrets, WebhooksService],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(defineWebhookImport(this.webhooks, this.secrets));
    this.importRecordTypes.registerRemoval('webhook', async (pId) => {
      const [found] = await this.webhooks.listByPids([pId]);
      if (!found) throw new NotFound({ resource: 'webhook', id: pId });
      return this.webhooks.remove(found.id);
    });
  }
}
