import { InvalidRequest } from '../../core/errors';
import { plan } from '../../core/load-plan';
import { inTurn, recordLines, ResourceLines, type Row, type Walk } from '../intake';
import type { WebhookSecrets } from './webhook-secrets';
import { WebhookLineDto } from './webhook.dto';
import { Webhook } from './webhook.entity';
import { webhookRecord } from './webhook.record';
import type { WebhooksService } from './webhooks.service';

/** What a webhook's line says, secrets in clear. */
interface SaidWebhook extends Pick<
  WebhookLineDto,
  'pId' | 'url' | 'events' | 'active' | 'description' | 'secret'
> {
  readonly oldSecret?: string | null;
  readonly oldSecretEndsAt?: Date | null;
  readonly createdAt?: Date;
}

/** As the service makes them: 24 to 64 bytes in Base64. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** The intake's lines of webhooks: the API's create body, and what signs. */
export function webhookLines(
  webhooks: WebhooksService,
  secrets: WebhookSecrets,
): ResourceLines<WebhookLineDto, SaidWebhook & { id: number }, SaidWebhook> {
  const sealed = (secret: string, oldSecret: string | null = null) => ({
    secret: secrets.seal(secret),
    oldSecret: oldSecret === null ? null : secrets.seal(oldSecret),
  });
  return new ResourceLines<WebhookLineDto, SaidWebhook & { id: number }, SaidWebhook>({
    type: 'webhook',
    dto: WebhookLineDto,
    scope: 'webhooks:write',
    complete: (values) => values.map(said),
    find: async (values) => {
      const found = await webhooks.withPids(values.map(({ pId }) => pId));
      return found.map(({ secret, oldSecret, ...one }) => ({
        ...one,
        pId: one.pId ?? '',
        secret: secrets.open(secret) ?? '',
        oldSecret: oldSecret === null ? null : (secrets.open(oldSecret) ?? ''),
      }));
    },
    create: inTurn(async ({ active = false, secret = secrets.make(), ...value }, { scopes }) => {
      const webhook = { ...value, active, ...sealed(secret, value.oldSecret) };
      return { id: await webhooks.add(webhook, scopes) };
    }),
    update: (id, { pId: _same, secret, ...value }, { scopes }) => {
      const signing = secret === undefined ? {} : sealed(secret, value.oldSecret);
      return webhooks.update(id, { ...value, ...signing }, scopes, webhookRecord.plan(['ID']));
    },
  });
}

/** @throws InvalidRequest for what no secret of the service looks like */
function said(line: WebhookLineDto): SaidWebhook {
  const { secret, oldSecret, oldSecretEndsAt, createdAt, active, ...value } = line;
  for (const [name, text] of Object.entries({ secret, oldSecret })) {
    if (text === undefined || SECRET.test(text)) continue;
    const detail = `${name} has to be whsec_ and 24 to 64 bytes in Base64.`;
    throw new InvalidRequest([{ pointer: `/${name}`, code: 'webhook.secret', detail }]);
  }
  return {
    ...value,
    events: [...new Set(value.events)],
    ...(active !== undefined && { active }),
    ...(createdAt && { createdAt }),
    ...(secret !== undefined && {
      secret,
      oldSecret: oldSecret ?? null,
      oldSecretEndsAt: oldSecretEndsAt ?? null,
    }),
  };
}

const exportPlan = plan(Webhook, [
  'pId',
  'url',
  'events',
  'active',
  'description',
  'secret',
  'oldSecret',
  'oldSecretEndsAt',
  'createdAt',
]);

/** How webhooks are exported: without its secret one is no use to a receiver, so then it is told as one that is off. */
export const webhookWalks: readonly Walk[] = [
  {
    entity: Webhook,
    kinds: ['webhook'],
    lines: [
      recordLines('webhook', Webhook, exportPlan, (webhook, { opened }): Row => {
        const { id, pId, url, events, active, description, createdAt } = webhook;
        const secret = opened(webhook.secret);
        const oldSecret = webhook.oldSecret === null ? undefined : opened(webhook.oldSecret);
        const oldSecretEndsAt = webhook.oldSecretEndsAt?.toISOString();
        return {
          pId: pId ?? String(id),
          url,
          events,
          description,
          createdAt: createdAt.toISOString(),
          ...(secret !== undefined && { active, secret }),
          ...(secret !== undefined && oldSecret !== undefined && { oldSecret, oldSecretEndsAt }),
        };
      }),
    ],
  },
];
