import {
  ApiController,
  RequestBody,
  Caller,
  ChangeFilterQuery,
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
import { ScopeMissing } from '../../../api/problems/problems';
import { NotFound } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
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
  WebhookKeyMissing,
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
import { type NewSecret, WebhooksService } from './webhooks.service';

/** Subscriptions to changes; an addition to the specification. Answers with secrets are not kept anywhere. */
@ApiController('webhooks', {
  area: 'webhooks',
  heading: webhooksOpenApiTag,
  idempotencyKey: 'ignored',
})
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('', {
    summary: 'List the webhooks',
    description: 'All of them, without their secrets, which nobody can read again.',
    returns: collectionResponse('WEBHOOKS', webhookRecord),
    extension: true,
  })
  listWebhooks(
    @QueryParams() query: ChangeFilterQuery,
    @ResponseLoadPlan() plan: TablePlan<Webhook>,
  ) {
    return this.webhooks.list(query, plan);
  }

  @Create('', {
    summary: 'Create a webhook',
    description:
      'Changes from then on are posted to the address, each as one element of `CHANGES`. The answer is the only place ' +
      'where the secret that signs them is shown.',
    returns: newWebhookRecord,
    errors: [ScopeMissing, WebhookKeyMissing, TooManyWebhooks],
    extension: true,
  })
  createWebhook(@RequestBody('webhooks') body: CreateWebhookDto, @Caller() caller: Principal) {
    return this.withSecret(() => this.webhooks.create(body, caller.scopes));
  }

  @Read(':id', {
    summary: 'Read a webhook',
    description:
      '`FAILINGSINCE` is the first failed attempt since the last successful one; after three days without a success ' +
      'the webhook is switched off.',
    returns: webhookRecord,
    extension: true,
  })
  getWebhook(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Webhook>) {
    return this.webhooks.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a webhook',
    description:
      'Also applies to deliveries that are on their way. A webhook that is switched on again goes on where it was. The ' +
      'caller has to be able to read all its events, before and after.',
    returns: webhookRecord,
    errors: [ScopeMissing],
    extension: true,
  })
  updateWebhook(
    @PathParams() { id }: IdPath,
    @RequestBody('webhooks') body: UpdateWebhookDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<Webhook>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.webhooks.update(id, body, caller.scopes);
      return this.webhooks.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a webhook',
    description: 'Nothing more is sent, not even what is on its way; its deliveries go with it.',
    extension: true,
  })
  removeWebhook(@PathParams() { id }: IdPath) {
    return this.webhooks.remove(id);
  }

  @Create(':id/rotate', {
    summary: 'Give a webhook another secret',
    description:
      'The answer is the only place where the new secret is shown. The old secret goes on signing alongside it for ' +
      '24 hours, however often it is replaced meanwhile.',
    returns: newWebhookRecord,
    errors: [NotFound, ScopeMissing, WebhookKeyMissing],
    extension: true,
  })
  rotateWebhook(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.withSecret(() => this.webhooks.rotate(id, caller.scopes));
  }

  @Create(':id/test', {
    summary: 'Try a webhook',
    description: 'Posts the event `webhook.tested` to it, in the same way as all events.',
    returns: webhookRecord,
    errors: [NotFound, WebhookInactive],
    extension: true,
  })
  testWebhook(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<Webhook>) {
    return this.unitOfWork.run(async () => {
      await this.webhooks.test(id);
      return this.webhooks.get(id, plan);
    });
  }

  @Create(':id/replay', {
    summary: 'Send changes to a webhook again',
    description:
      'With `deliveryId` a delivery that is done or given up; with `after` all changes of its events after that position, ' +
      'which may also lie ahead of where the webhook is. Each becomes a new delivery with a `webhook-id` of its own.',
    returns: webhookRecord,
    errors: [NotFound, ScopeMissing, WebhookInactive, DeliveryNotDone, JournalPositionGone],
    extension: true,
  })
  replayWebhook(
    @PathParams() { id }: IdPath,
    @RequestBody('webhooks') body: ReplayWebhookDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<Webhook>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.webhooks.replay(id, body, caller.scopes);
      return this.webhooks.get(id, plan);
    });
  }

  @List(':id/deliveries', {
    summary: 'List the deliveries of a webhook',
    description:
      'What it was sent and is being sent, newest first. `waiting` ones wait for an earlier one of the same record, ' +
      '`pending` ones are on their way; `delivered` ones are kept for 30 days, `failed` ones (given up) for 90, unless the store is set otherwise.',
    returns: pagedResponse('DELIVERIES', webhookDeliveryRecord),
    errors: [NotFound],
    extension: true,
  })
  listWebhookDeliveries(
    @PathParams() { id }: IdPath,
    @QueryParams() query: WebhookDeliveryQuery,
    @ResponseLoadPlan() plan: TablePlan<WebhookDelivery>,
  ) {
    return this.webhooks.listDeliveries(id, query, plan);
  }

  /** Gives a webhook a secret, and answers with both. */
  private withSecret(give: () => Promise<NewSecret>): Promise<WebhookWithSecret> {
    return this.unitOfWork.run(async () => {
      const { id, shownSecret } = await give();
      return { ...(await this.webhooks.get(id, webhookRecord.plan())), shownSecret };
    });
  }
}
