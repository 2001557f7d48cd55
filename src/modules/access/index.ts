export { AccessModule } from './access.module';
export { ApiKeysService } from './api-keys/api-keys.service';
export { theSystem } from './api-keys/key-limits';
export { FirstKey } from './first-key';
export { KnownCallers } from './known-callers';
export { TokenAuthenticator } from './token-authenticator';
