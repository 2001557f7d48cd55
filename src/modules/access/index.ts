export { AccessModule } from './access.module';
export { ApiKeysService } from './api-keys/api-keys.service';
export { FirstKey } from './first-key';
export { KnownCallers } from './known-callers';
export { TokenAuthenticator } from './token-authenticator';
