import { Injectable } from '@nestjs/common';
import { Authenticator, type Principal } from '../../api';

/** A kind of bearer tokens, recognized by their prefix. */
interface TokenKind {
  /** For example `osk_`. */
  readonly prefix: string;
  /** @returns the caller; undefined if the token is unknown or no longer valid */
  identify(token: string): Promise<Principal | undefined>;
}

/** Authenticates callers by their tokens. Each module registers its kind of tokens at startup. */
@Injectable()
export class TokenAuthenticator extends Authenticator {
  private readonly tokenKinds: TokenKind[] = [];

  register(kind: TokenKind): void {
    this.tokenKinds.push(kind);
  }

  override async authenticate(token: string): Promise<Principal | undefined> {
    return this.tokenKinds.find(({ prefix }) => token.startsWith(prefix))?.identify(token);
  }
}
