import { Injectable } from '@nestjs/common';
import { Authenticator, type Principal } from '../../api';

/** A kind of bearer tokens, told from the others by what they begin with. */
interface TokenKind {
  /** For example `osk_`. */
  readonly prefix: string;
  /** @returns undefined when nobody has this token (any more) */
  identify(token: string): Promise<Principal | undefined>;
}

/** Tells callers by their tokens. Each area registers its kind when its module starts. */
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
