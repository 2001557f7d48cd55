import {
  ApiController,
  RequestBody,
  Caller,
  UnpagedListQuery,
  collectionResponse,
  Create,
  IdPath,
  List,
  pagedResponse,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
  Remove,
  Update,
} from '../../../api';
import { ScopeMissing } from '../../../api/problems/api-errors';
import { NotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { Webhook, WebhookDelivery } from './webhook.entity';
import { JournalPositionGone } from '../journal';
import {
  CreateWebhookDto,
  ReplayWebhookDto,
  UpdateWebhookDto,
  WebhookDeliveryQuery,
} from './webhook.dto';
import {
  DeliveryNotDone,
  EncryptionKeyMissing,
  WebhookInactive,
  TooManyWebhooks,
} from './webhook-errors';
import {
  newWebhookRecord,
  type WebhookWithSecret,
  webhookDeliveryRecord,
  webhookRecord,
} from './webhook.record';
import { webhooksOpenApiTag } from './webhooks.openapi-tag';
import { type NewWebhookSecret, WebhooksService } from './webhooks.service';

/** Subscriptions to changes; an addition to the specification. Responses with secrets aren't stored for idempotency. */
@ApiController('webhooks', {
  area: 'webhooks',
  openApiTag: webhooksOpenApiTag,
  isExtension: true,
  idempotencyMode: 'ignored',
})
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('', {
    summary: 'List the webhooks',
    description: "Lists all webhooks without their secrets, which can't be read again.",
    returns: collectionResponse('WEBHOOKS', webhookRecord),
  })
  listWebhooks(
    @QueryParams() query: UnpagedListQuery,
    @ResponseLoadPlan() plan: RecordPlan<Webhook>,
  ) {
    return this.webhooks.list(query, plan);
  }

  @Create('', {
    summary: 'Create a webhook',
    description:
      'Subscribes a URL to future changes; each is posted as one element of `CHANGES`. Only this response contains the ' +
      'secret that signs them.',
    returns: newWebhookRecord,
    errors: [ScopeMissing, EncryptionKeyMissing, TooManyWebhooks],
  })
  createWebhook(@RequestBody('webhooks') body: CreateWebhookDto, @Caller() caller: Principal) {
    return this.getWithNewSecret(() => this.webhooks.create(body, caller.scopes));
  }

  @Read(':id', {
    openApiJournalLinkKind: 'webhook',
    summary: 'Read a webhook',
    description:
      'Returns a webhook. `FAILINGSINCE` is the first failed attempt since the last successful one; after three days ' +
      'without success the webhook is deactivated.',
    returns: webhookRecord,
  })
  getWebhook(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Webhook>) {
    return this.webhooks.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a webhook',
    description:
      'Changes a webhook, including its pending deliveries. A webhook that is activated again continues at its last ' +
      'position. The caller must be able to read all its events, before and after the change.',
    returns: webhookRecord,
    errors: [ScopeMissing],
  })
  async updateWebhook(
    @PathParams() { id }: IdPath,
    @RequestBody('webhooks') body: UpdateWebhookDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<Webhook>,
  ) {
    await this.webhooks.update(id, body, caller.scopes);
    return this.webhooks.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook with its deliveries. Nothing more is sent, not even pending deliveries.',
  })
  removeWebhook(@PathParams() { id }: IdPath) {
    return this.webhooks.remove(id);
  }

  @Create(':id/rotate', {
    summary: 'Replace the secret of a webhook',
    description:
      'Generates a new secret, which only this response contains. The old secret continues to sign for 24 hours, in ' +
      'addition to the new one, even if the secret is replaced again.',
    returns: newWebhookRecord,
    destructive: true,
    errors: [NotFound, ScopeMissing, EncryptionKeyMissing],
  })
  rotateWebhook(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.getWithNewSecret(() => this.webhooks.rotate(id, caller.scopes));
  }

  @Create(':id/test', {
    summary: 'Test a webhook',
    description: 'Posts the event `webhook.tested` to the webhook, like any other event.',
    returns: webhookRecord,
    errors: [NotFound, WebhookInactive],
  })
  async testWebhook(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<Webhook>) {
    await this.webhooks.test(id);
    return this.webhooks.get(id, plan);
  }

  @Create(':id/replay', {
    summary: 'Replay changes to a webhook',
    description:
      'Sends changes again: with `deliveryId` a finished delivery, with `after` all events after that position. ' +
      'The position may also be ahead of the webhook. Each becomes a new delivery with its own `webhook-id`.',
    returns: webhookRecord,
    errors: [NotFound, ScopeMissing, WebhookInactive, DeliveryNotDone, JournalPositionGone],
  })
  async replayWebhook(
    @PathParams() { id }: IdPath,
    @RequestBody('webhooks') body: ReplayWebhookDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<Webhook>,
  ) {
    await this.webhooks.replay(id, body, caller.scopes);
    return this.webhooks.get(id, plan);
  }

  @List(':id/deliveries', {
    summary: 'List the deliveries of a webhook',
    description:
      'Lists the deliveries of a webhook, newest first. `waiting` deliveries wait for an earlier one of the same record, ' +
      '`pending` ones are being sent. By default `delivered` ones are stored for 30 days, `failed` ones for 90.',
    returns: pagedResponse('DELIVERIES', webhookDeliveryRecord),
    errors: [NotFound],
  })
  listWebhookDeliveries(
    @PathParams() { id }: IdPath,
    @QueryParams() query: WebhookDeliveryQuery,
    @ResponseLoadPlan() plan: RecordPlan<WebhookDelivery>,
  ) {
    return this.webhooks.listDeliveries(id, query, plan);
  }

  /** Creates or replaces a secret, and returns the webhook with it. */
  private getWithNewSecret(
    createSecret: () => Promise<NewWebhookSecret>,
  ): Promise<WebhookWithSecret> {
    return this.unitOfWork.run(async () => {
      const { id, shownSecret } = await createSecret();
      return { ...(await this.webhooks.get(id, webhookRecord.getLoadPlan())), shownSecret };
    });
  }
}
