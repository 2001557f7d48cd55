import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Authenticator } from '../../api';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysService, KEY_PREFIX, hashKey } from './api-keys/api-keys.service';
import { ApiKeyCache } from './api-keys/api-key-cache';
import { FirstApiKey } from './first-api-key';
import { TokenAuthenticator } from './token-authenticator';

/** Authentication of callers: API keys and their scopes, and the other kinds of tokens that modules register. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    FirstApiKey,
    ApiKeyCache,
    TokenAuthenticator,
    { provide: Authenticator, useExisting: TokenAuthenticator },
  ],
  exports: [ApiKeysService, Authenticator, FirstApiKey, TokenAuthenticator],
})
export class AccessModule implements OnModuleInit {
  constructor(
    private readonly tokens: TokenAuthenticator,
    private readonly apiKeyCache: ApiKeyCache,
  ) {}

  onModuleInit(): void {
    this.tokens.register({
      prefix: KEY_PREFIX,
      identify: (key) => this.apiKeyCache.find(hashKey(key)),
    });
  }
}
