import { Global, Module } from '@nestjs/common';
import { Authenticator } from '../../api';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysService } from './api-keys/api-keys.service';
import { KnownKeys } from './api-keys/known-keys';
import { FirstKey } from './first-key';
import { KeyAuthenticator } from './key-authenticator';

/** Who may call: API keys and their scopes. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    FirstKey,
    KnownKeys,
    { provide: Authenticator, useClass: KeyAuthenticator },
  ],
  exports: [ApiKeysService, Authenticator, FirstKey],
})
export class AccessModule {}
