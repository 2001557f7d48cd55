import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../api';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysService } from './api-keys/api-keys.service';
import { ApiKeyCache } from './api-keys/api-key-cache';
import { FirstApiKey } from './first-api-key';
import { TokenAuthenticator } from './token-authenticator';

/** Authentication of callers: API keys and their scopes, and other kinds of tokens. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    FirstApiKey,
    ApiKeyCache,
    { provide: Authenticator, useClass: TokenAuthenticator },
  ],
  exports: [ApiKeysService, Authenticator, FirstApiKey],
})
export class AccessModule {}
