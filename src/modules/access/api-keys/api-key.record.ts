import { instant, list, num, record, str, strings } from '../../../api';
import type { ApiKey } from './api-key.entity';

export const apiKeyRecord = record<ApiKey>()('apiKey', {
  id: num('id'),
  name: str('name'),
  scopes: strings('scopes'),
  expiresAt: instant('expiresAt'),
  lastUsedAt: instant('lastUsedAt'),
  createdAt: instant('createdAt'),
});

/** The only answer that shows the key. */
export const newApiKeyRecord = record<ApiKey & { key: string }>()('newApiKey', {
  ...apiKeyRecord.fields,
  key: str('key'),
});

export const apiKeysRecord = record<{ apiKeys: ApiKey[] }>()('apiKeys', {
  apiKeys: list('apiKeys', apiKeyRecord),
});

export const removedApiKeyRecord = record<{ id: number }>()('removedApiKey', { id: num('id') });
