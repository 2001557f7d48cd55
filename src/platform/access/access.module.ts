import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../api';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysService } from './api-keys/api-keys.service';
import { ApiKeyCache } from './api-keys/api-key-cache';
import { ApiKeyBootstrap } from './api-key-bootstrap';
import { TokenAuthenticator } from './token-authenticator';

/** Authentication of callers: API keys and their scopes, and other kinds of tokens. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    ApiKeyBootstrap,
    ApiKeyCache,
    { provide: Authenticator, useClass: TokenAuthenticator },
  ],
  exports: [ApiKeysService, Authenticator, ApiKeyBootstrap],
})
export class AccessModule {}
