import { InvalidRequest } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { toUrlOrigin } from '../../../core/url-origin';
import {
  runSequentially,
  REMOVE_ONLY,
  exportRecords,
  defineResourceImport,
  type StoredRow,
  type ExportSource,
} from '../../data-transfer/imports';
import type { WebhookSecrets } from './webhook-secrets';
import { type OldSecretDto, WebhookImportDto } from './webhook.dto';
import { type OldSecret, Webhook } from './webhook.entity';
import type { WebhooksService } from './webhooks.service';

/** What a webhook's line says, with secrets in clear. */
interface WebhookImportContent extends Pick<
  WebhookImportDto,
  'pId' | 'url' | 'events' | 'active' | 'description' | 'secret' | 'oldSecrets'
> {
  readonly createdAt?: Date;
}

/** As the service makes them: 24 to 64 bytes in Base64. */
const SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** The intake's lines of webhooks: the API's create body, and the secrets. */
export function defineWebhookImport(webhooks: WebhooksService, secrets: WebhookSecrets) {
  const sealedOf = (
    secret: string,
    oldSecrets: readonly OldSecretDto[],
  ): Pick<Webhook, 'secret' | 'oldSecrets'> => ({
    secret: secrets.encrypt(secret),
    oldSecrets: oldSecrets.map(({ secret: old, endsAt }) => {
      return { sealed: secrets.encrypt(old), endsAt: endsAt.toISOString() };
    }),
  });
  return defineResourceImport<
    WebhookImportDto,
    WebhookImportContent & { id: number },
    WebhookImportContent
  >({
    type: 'webhook',
    dto: WebhookImportDto,
    scope: 'webhooks:write',
    timestamped: { entity: Webhook },
    complete: (values) => completeAddresses(webhooks, values.map(toImportContent)),
    find: async (values) => {
      const found = await webhooks.listByPids(values.map(({ pId }) => pId));
      return found.map(({ secret, oldSecrets, ...one }) => ({
        ...one,
        pId: one.pId ?? '',
        secret: secrets.decrypt(secret) ?? '',
        oldSecrets: oldSecrets.map(({ sealed, endsAt }) => {
          return { secret: secrets.decrypt(sealed) ?? '', endsAt: new Date(endsAt) };
        }),
      }));
    },
    create: runSequentially(async (line, { scopes }) => {
      const { active = false, secret = secrets.generate(), oldSecrets = [], ...value } = line;
      const webhook = { ...value, active, ...sealedOf(secret, oldSecrets) };
      return { id: await webhooks.add(webhook, scopes) };
    }),
    update: (id, { pId: _same, secret, oldSecrets = [], ...value }, { scopes }) => {
      const signing = secret === undefined ? {} : sealedOf(secret, oldSecrets);
      return webhooks.update(id, { ...value, ...signing }, scopes);
    },
  });
}

/**
 * Completes lines of exports without secrets: these name only the origin of an address, and not whether the webhook is
 * active. A stored address with that origin stays; nothing is sent to what is left of another one.
 */
async function completeAddresses(
  webhooks: WebhooksService,
  values: readonly WebhookImportContent[],
): Promise<WebhookImportContent[]> {
  const isCut = ({ url, active }: WebhookImportContent) =>
    active === undefined && url === toUrlOrigin(url);
  const stored = await webhooks.listByPids(values.filter(isCut).map(({ pId }) => pId));
  const urls = new Map(stored.map(({ pId, url }) => [pId, url]));
  return values.map((value) => {
    const url = urls.get(value.pId);
    if (url === undefined || !isCut(value)) return value;
    return toUrlOrigin(url) === value.url ? { ...value, url } : { ...value, active: false };
  });
}

/** @throws InvalidRequest for a text that can't be a secret of the service */
function toImportContent(line: WebhookImportDto): WebhookImportContent {
  const { secret, oldSecrets = [], createdAt, active, ...value } = line;
  if (secret !== undefined) requireSecret(secret, '/secret');
  oldSecrets.forEach((old, at) => {
    requireSecret(old.secret, `/oldSecrets/${at}/secret`);
  });
  return {
    ...value,
    events: [...new Set(value.events)],
    ...(active !== undefined && { active }),
    ...(createdAt && { createdAt }),
    ...(secret !== undefined && { secret, oldSecrets }),
  };
}

/** @throws InvalidRequest */
function requireSecret(text: string, pointer: string): void {
  if (SECRET_PATTERN.test(text)) return;
  const detail = 'A secret has to be whsec_ and 24 to 64 bytes in Base64.';
  throw new InvalidRequest([{ pointer, code: 'webhook.secret', detail }]);
}

const exportPlan = createLoadPlan(Webhook, [
  'pId',
  'url',
  'events',
  'active',
  'description',
  'secret',
  'oldSecrets',
  'createdAt',
]);

/** How webhooks are exported. Without its secret and its address a webhook is of no use, so it comes in switched off. */
export const webhookExportSources: readonly ExportSource[] = [
  {
    entity: Webhook,
    changeKinds: ['webhook'],
    removalPolicy: REMOVE_ONLY,
    recordTypes: [
      exportRecords(
        'webhook',
        Webhook,
        exportPlan,
        (webhook, { decrypt, includesSecrets }): StoredRow => {
          const { id, pId, url, events, active, description, createdAt } = webhook;
          const secret = decrypt(webhook.secret);
          const oldSecrets = webhook.oldSecrets.flatMap(({ sealed, endsAt }: OldSecret) => {
            const old = decrypt(sealed);
            return old === undefined ? [] : [{ secret: old, endsAt }];
          });
          return {
            pId: pId ?? String(id),
            url: includesSecrets ? url : toUrlOrigin(url),
            events,
            description,
            createdAt: createdAt.toISOString(),
            ...(secret !== undefined && { active, secret }),
            ...(secret !== undefined && oldSecrets.length > 0 && { oldSecrets }),
          };
        },
      ),
    ],
  },
];
