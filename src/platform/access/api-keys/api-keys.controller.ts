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
  defineRecordState,
} from '../../../api';
import { ScopeMissing, SecretReplaced } from '../../../api/problems/problems';
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
import { ApiKeyExpiryPassed, ApiKeyExpiryTooLate } from './key-limits';

const apiKeysOpenApiTag: OpenApiTag = {
  name: 'API keys',
  rank: 2400,
  description:
    'Keys for programs, each with the areas that it may read or write. A key is shown once, when it is created.',
};

/** The keys that programs call with; an addition to the specification. */
@ApiController('apiKeys', {
  area: 'keys',
  heading: apiKeysOpenApiTag,
  idempotencyKey: 'ignored',
  examples: { id: 2 },
})
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Read('', {
    summary: 'List the API keys',
    description:
      'All keys with their scopes, ends, last uses and who made them; never the keys ' +
      'themselves, which nobody can read again.',
    returns: apiKeysResponse,
    extension: true,
  })
  async listApiKeys(@QueryParams() query: ApiKeysQuery) {
    return { apiKeys: await this.keys.list(query) };
  }

  @Create('', {
    summary: 'Create an API key',
    description:
      'The answer is the only place where the key itself is shown. A key can give only the scopes that it has, until it ' +
      'ends itself at the latest. Keys that are made with a login have the scopes of the person as their limit, and end with ' +
      'that administrator: for an integration make a key with another key, or by the command line.',
    returns: newApiKeyRecord,
    errors: [SecretReplaced, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate],
    extension: true,
  })
  createApiKey(@RequestBody('apiKeys') body: CreateApiKeyDto, @Caller() caller: Principal) {
    return this.keys.create(body, caller);
  }

  @Create(':id/rotate', {
    summary: 'Give an API key another secret',
    description:
      'The key keeps its id, scopes and end. The answer is the only place where the new secret is shown; those before ' +
      'it work on for `keepOldFor` seconds at most. The caller needs all scopes of the key, and must not end before it.',
    returns: newApiKeyRecord,
    errors: [SecretReplaced, NotFound, ScopeMissing, ApiKeyExpiryPassed, ApiKeyExpiryTooLate],
    extension: true,
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
      'The key can write nothing any more, and read for 5 seconds at most, in other processes. The caller needs all its ' +
      'scopes. With ' +
      '`descendants` the keys that come from it end as well, also when it was deleted before.',
    returns: removedApiKeyRecord,
    errors: [SecretReplaced, NotFound, ScopeMissing],
    extension: true,
    state: defineRecordState(apiKeyRecord, ({ keys }: ApiKeysController, { id }: IdPath) =>
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
