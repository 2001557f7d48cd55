import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  type OpenApiTag,
  IdPath,
  PathParams,
  type Principal,
  QueryParams,
  Read,
  Remove,
  defineIfMatchState,
} from '../../../api';
import { ScopeMissing, ApiKeySecretReplaced } from '../../../api/problems/api-errors';
import { NotFound } from '../../../core/errors';
import {
  ApiKeysQuery,
  CreateApiKeyDto,
  DEFAULT_KEEP_OLD_SECONDS,
  RemoveApiKeyQuery,
  RotateApiKeyDto,
} from './api-key.dto';
import {
  apiKeyRecord,
  apiKeysResponse,
  newApiKeyRecord,
  removedApiKeyRecord,
} from './api-key.record';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyExpiryPassed, ApiKeyExpiryTooLate } from './api-key-caller';

const apiKeysOpenApiTag: OpenApiTag = {
  name: 'API keys',
  position: 2400,
  description:
    'Keys for programs, each with the areas that it can read or write. A key is shown only once, when it is created.',
};

/** API keys of programs; an addition to the specification. */
@ApiController('apiKeys', {
  area: 'keys',
  openApiTag: apiKeysOpenApiTag,
  isExtension: true,
  idempotencyMode: 'ignored',
  pathExamples: { id: 2 },
})
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Read('', {
    summary: 'List the API keys',
    description:
      "Returns all keys with their scopes, expiry times, last uses and creators. The keys themselves can't be " +
      'read again.',
    returns: apiKeysResponse,
  })
  async listApiKeys(@QueryParams() query: ApiKeysQuery) {
    return { apiKeys: await this.keys.list(query) };
  }

  @Create('', {
    summary: 'Create an API key',
    description:
      "Creates a key and returns it; it can't be read again later. A key can pass on only its own scopes, and not beyond its own expiry. " +
      'A key created with a login ends with that administrator: for an integration, use another key or the command line.',
    returns: newApiKeyRecord,
    errors: [ApiKeySecretReplaced, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate],
  })
  createApiKey(@RequestBody('apiKeys') body: CreateApiKeyDto, @Caller() caller: Principal) {
    return this.keys.create(body, caller);
  }

  @Create(':id/rotate', {
    summary: 'Replace the secret of an API key',
    description:
      "Replaces the secret and returns it; it can't be read again later. The key keeps its id, scopes and expiry, and earlier secrets stay valid " +
      "for at most `keepOldFor` seconds. The caller needs all scopes of the key and can't expire before it.",
    returns: newApiKeyRecord,
    destructive: true,
    errors: [ApiKeySecretReplaced, NotFound, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate],
  })
  rotateApiKey(
    @PathParams() { id }: IdPath,
    @RequestBody('apiKeys', { optional: true })
    { keepOldFor = DEFAULT_KEEP_OLD_SECONDS }: RotateApiKeyDto,
    @Caller() caller: Principal,
  ) {
    return this.keys.rotate(id, keepOldFor, caller);
  }

  @Remove(':id', {
    summary: 'Delete an API key',
    description:
      'Deletes the key: it can no longer write, and other processes let it read for at most 5 more seconds. The caller needs ' +
      'all scopes of the key. With `descendants`, all keys that it has created directly or indirectly are deleted as well, even if ' +
      'the key itself was deleted before.',
    returns: removedApiKeyRecord,
    errors: [ApiKeySecretReplaced, NotFound, ScopeMissing],
    ifMatchState: defineIfMatchState(apiKeyRecord, ({ keys }: ApiKeysController, { id }: IdPath) =>
      keys.get(id),
    ),
  })
  removeApiKey(
    @PathParams() { id }: IdPath,
    @QueryParams() query: RemoveApiKeyQuery,
    @Caller() caller: Principal,
  ) {
    return this.keys.remove(id, caller, query);
  }
}
