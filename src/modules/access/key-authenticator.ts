import { Injectable } from '@nestjs/common';
import { Authenticator, type Principal } from '../../api';
import { hashOf } from './api-keys/api-keys.service';
import { KnownKeys } from './api-keys/known-keys';

/** Tells callers by their API keys. */
@Injectable()
export class KeyAuthenticator extends Authenticator {
  constructor(private readonly keys: KnownKeys) {
    super();
  }

  override async authenticate(token: string): Promise<Principal | undefined> {
    return token.startsWith('osk_') ? this.keys.find(hashOf(token)) : undefined;
  }
}
