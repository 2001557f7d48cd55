export { AccessModule } from './access.module';
export { ApiKeyDescent } from './api-keys/api-key-descent.entity';
export { ApiKeyOldSecret } from './api-keys/api-key-old-secret.entity';
export { ApiKey } from './api-keys/api-key.entity';
export { ApiKeysService } from './api-keys/api-keys.service';
export { SecretReplaced, theSystem } from './api-keys/key-limits';
export { FirstKey } from './first-key';
export { KnownCallers } from './known-callers';
export { TokenAuthenticator } from './token-authenticator';
