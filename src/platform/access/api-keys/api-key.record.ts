import {
  computed,
  group,
  instant,
  list,
  num,
  record,
  recordRowsTable,
  str,
  strings,
  tabularRecordResponse,
} from '../../../api';
import type { ApiKey } from './api-key.entity';

/** A key without what nobody is shown. */
export type ListedKey = Omit<ApiKey, 'keyHash' | 'changes' | 'originUserId'>;

export const apiKeyRecord = record<ListedKey>()('apiKey', {
  id: num('id'),
  name: str('name'),
  scopes: strings('scopes'),
  expiresAt: instant('expiresAt'),
  lastUsedAt: instant('lastUsedAt'),
  createdAt: instant('createdAt'),
  madeBy: group({
    kind: computed({
      schema: () => ({ type: 'string', enum: ['key', 'user', 'system'] }),
      write: ({ madeByKind }) => madeByKind ?? 'system',
      needs: ['madeByKind'],
    }),
    id: computed({
      schema: () => ({ type: 'integer' }),
      write: ({ madeById }) => madeById ?? 0,
      needs: ['madeById'],
    }),
    name: computed({
      schema: () => ({ type: 'string' }),
      write: ({ madeByName }) => madeByName ?? '',
      needs: ['madeByName'],
    }),
  }),
  updatedAt: instant('updatedAt'),
});

/** The only answer that shows the key. */
export const newApiKeyRecord = record<ListedKey & { key: string }>()('newApiKey', {
  ...apiKeyRecord.fields,
  key: str('key'),
});

const apiKeysRecord = record<{ apiKeys: readonly ListedKey[] }>()('apiKeys', {
  apiKeys: list('apiKeys', apiKeyRecord),
});

export const apiKeysAnswer = tabularRecordResponse(
  apiKeysRecord,
  recordRowsTable(apiKeyRecord, ({ apiKeys }) => apiKeys),
);

export const removedApiKeyRecord = record<{ id: number }>()('removedApiKey', { id: num('id') });
