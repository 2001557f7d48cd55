import {
  ApiController,
  Body,
  Caller,
  Create,
  type Heading,
  IdPath,
  Path,
  type Principal,
  Read,
  Remove,
} from '../../../api';
import { ScopeMissing } from '../../../api/problems';
import { NotFound } from '../../../core/errors';
import { CreateApiKeyDto } from './api-key.dto';
import { apiKeysRecord, newApiKeyRecord, removedApiKeyRecord } from './api-key.record';
import { ApiKeysService } from './api-keys.service';

const apiKeysHeading: Heading = {
  name: 'API keys',
  rank: 2400,
  description:
    'Keys for programs, each with the areas that it may read or write. A key is shown once, when it is created.',
};

/** The keys that programs call with; an addition to the specification. */
@ApiController('apiKeys', {
  area: 'keys',
  heading: apiKeysHeading,
  idempotencyKey: 'ignored',
  examples: { id: 2 },
})
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Read('', { summary: 'List the API keys', returns: apiKeysRecord, extension: true })
  async listApiKeys() {
    return { apiKeys: await this.keys.list() };
  }

  @Create('', {
    summary: 'Create an API key',
    description: 'The answer is the only place where the key itself is shown.',
    returns: newApiKeyRecord,
    errors: [ScopeMissing],
    extension: true,
  })
  createApiKey(@Body('apiKeys') body: CreateApiKeyDto, @Caller() caller: Principal) {
    return this.keys.create(body, caller.scopes);
  }

  @Remove(':id', {
    summary: 'Delete an API key',
    description: 'The key is refused at once by this process, within 5 seconds by others.',
    returns: removedApiKeyRecord,
    errors: [NotFound],
    extension: true,
  })
  removeApiKey(@Path() { id }: IdPath) {
    return this.keys.remove(id);
  }
}
