import { Injectable } from '@nestjs/common';
import { InvalidRequest, NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { toUrlOrigin } from '../../../core/url-origin';
import {
  createSequentialRunner,
  REMOVE_BEFORE_CHANGES_NEVER_RENAME,
  defineRecordExport,
  defineResourceImport,
  type RowValues,
  type ExportSource,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../data-transfer/imports';
import { WebhookSecrets } from './webhook-secrets';
import { type OldSecretDto, WebhookImportDto } from './webhook.dto';
import { type OldSecret, Webhook } from './webhook.entity';
import { requireValidWebhook, WebhooksService } from './webhooks.service';

/** Content of a webhook's import record, with decrypted secrets. */
interface WebhookImportContent extends Pick<
  WebhookImportDto,
  'pId' | 'url' | 'events' | 'active' | 'description' | 'secret' | 'oldSecrets'
> {
  readonly createdAt?: Date;
}

/** Format of secrets: 24 to 64 bytes in Base64 (Standard Webhooks). Generated ones have 32 bytes. */
const SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Defines the import of webhooks: the API's create body, and the secrets. */
function defineWebhookImport(webhooks: WebhooksService, secrets: WebhookSecrets) {
  const encryptSecrets = (
    secret: string,
    oldSecrets: readonly OldSecretDto[],
  ): Pick<Webhook, 'secret' | 'oldSecrets'> => ({
    secret: secrets.encrypt(secret),
    oldSecrets: oldSecrets.map(({ secret: oldSecret, endsAt }) => {
      return { sealed: secrets.encrypt(oldSecret), endsAt: endsAt.toISOString() };
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
    updatedAtOwner: { entity: Webhook },
    toCompleteRecords: (values) => completeUrls(webhooks, values.map(toImportContent)),
    findStoredRecords: async (pIds) => {
      const found = await webhooks.listByPIds(pIds);
      return found.map(({ secret, oldSecrets, ...webhook }) => ({
        ...webhook,
        pId: webhook.pId ?? '',
        secret: secrets.decrypt(secret) ?? '',
        oldSecrets: oldSecrets.map(({ sealed, endsAt }) => {
          return { secret: secrets.decrypt(sealed) ?? '', endsAt: new Date(endsAt) };
        }),
      }));
    },
    create: createSequentialRunner(async (record, { scopes }) => {
      const { active = false, secret = secrets.generate(), oldSecrets = [], ...value } = record;
      const webhook = { ...value, active, ...encryptSecrets(secret, oldSecrets) };
      return { id: await webhooks.insert(webhook, scopes) };
    }),
    update: (id, { pId: _same, secret, oldSecrets = [], ...value }, { scopes }) => {
      const encryptedSecrets = secret === undefined ? {} : encryptSecrets(secret, oldSecrets);
      return webhooks.update(id, { ...value, ...encryptedSecrets }, scopes);
    },
  });
}

/**
 * Completes import records without secrets: these contain only the origin of a URL, and no `active`. A stored URL with
 * the same origin is retained; otherwise the webhook is deactivated, because its URL is incomplete.
 */
async function completeUrls(
  webhooks: WebhooksService,
  values: readonly WebhookImportContent[],
): Promise<WebhookImportContent[]> {
  const isTruncated = ({ url, active }: WebhookImportContent) =>
    active === undefined && url === toUrlOrigin(url);
  const stored = await webhooks.listByPIds(values.filter(isTruncated).map(({ pId }) => pId));
  const storedUrlByPId = new Map(stored.map(({ pId, url }) => [pId, url]));
  return values.map((value) => {
    const url = storedUrlByPId.get(value.pId);
    if (url === undefined || !isTruncated(value)) return value;
    return toUrlOrigin(url) === value.url ? { ...value, url } : { ...value, active: false };
  });
}

/** @throws InvalidRequest for an invalid address or event, and for a text that isn't a secret in the service's format */
function toImportContent(record: WebhookImportDto): WebhookImportContent {
  const { secret, oldSecrets = [], createdAt, active, ...value } = record;
  requireValidWebhook(value);
  if (secret !== undefined) assertSecretFormat(secret, '/secret');
  oldSecrets.forEach((oldSecret, index) => {
    assertSecretFormat(oldSecret.secret, `/oldSecrets/${index}/secret`);
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
function assertSecretFormat(text: string, pointer: string): void {
  if (SECRET_PATTERN.test(text)) return;
  const detail = 'A secret must be whsec_, followed by 24 to 64 bytes in Base64.';
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

/**
 * Export source of webhooks. Without its secret and its full URL a webhook can't work, so it is imported as inactive.
 */
export const webhookExportSources: readonly ExportSource[] = [
  {
    entity: Webhook,
    journalKinds: ['webhook'],
    removalReplay: REMOVE_BEFORE_CHANGES_NEVER_RENAME,
    recordTypes: [
      defineRecordExport(
        'webhook',
        Webhook,
        exportPlan,
        (webhook, { decrypt, includesSecrets }): RowValues => {
          const { id, pId, url, events, active, description, createdAt } = webhook;
          const secret = decrypt(webhook.secret);
          const oldSecrets = webhook.oldSecrets.flatMap(({ sealed, endsAt }: OldSecret) => {
            const decryptedSecret = decrypt(sealed);
            return decryptedSecret === undefined ? [] : [{ secret: decryptedSecret, endsAt }];
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

/** Imports webhooks. */
@Injectable()
@ImportTypeRegistrar()
export class WebhookImporter implements ImportTypeRegistrar {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly secrets: WebhookSecrets,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(defineWebhookImport(this.webhooks, this.secrets));
    types.registerRemoval('webhook', async (pId) => {
      const [found] = await this.webhooks.listByPIds([pId]);
      if (!found) throw new NotFound({ resource: 'webhook', id: pId });
      return this.webhooks.remove(found.id);
    });
  }
}
