import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import { Clock } from '../../../core/clock';
import { TokenStrategy } from '../../../platform/access';
import { AdministratorsService } from '../administrators/administrators.service';
import type { User } from '../users/user.entity';
import { TokenSecretProvider } from './token-secret-provider';

/** How long a token is valid. */
const TOKEN_LIFETIME_SECONDS = 8 * 60 * 60;

/** `ost_<user id>.<credential version>.<end, in Unix seconds>.<HMAC-SHA256 of all before it, base64url>` */
const TOKEN_PATTERN =
  /^(?<claims>ost_(?<id>\d{1,16})\.(?<version>\d{1,10})\.(?<end>\d{1,12}))\.(?<mac>[\w-]{43})$/;

/** Issues and checks the tokens that administrators get for name and password. */
@Injectable()
@TokenStrategy()
export class LoginTokenStrategy implements TokenStrategy {
  readonly prefix = 'ost_';

  constructor(
    private readonly tokenSecret: TokenSecretProvider,
    private readonly administrators: AdministratorsService,
    private readonly clock: Clock,
  ) {}

  async issue({
    id,
    credentialVersion,
  }: Pick<User, 'id' | 'credentialVersion'>): Promise<{ token: string; expiresAt: Date }> {
    const expiresAtSeconds = this.nowSeconds() + TOKEN_LIFETIME_SECONDS;
    const claims = `${this.prefix}${id}.${credentialVersion}.${expiresAtSeconds}`;
    const mac = computeHmac(claims, await this.tokenSecret.getOrCreate());
    return { token: `${claims}.${mac}`, expiresAt: new Date(expiresAtSeconds * 1000) };
  }

  /** Returns the caller with this token; undefined if the token is forged, expired or revoked. */
  async identify(token: string): Promise<Principal | undefined> {
    const { claims, id, version, end, mac } = TOKEN_PATTERN.exec(token)?.groups ?? {};
    if (claims === undefined || mac === undefined || Number(end) <= this.nowSeconds())
      return undefined;
    const secret = await this.tokenSecret.find();
    if (secret === undefined || !isEqualConstantTime(mac, computeHmac(claims, secret)))
      return undefined;
    const administrator = await this.administrators.findAdministrator(Number(id));
    return administrator?.credentialVersion === Number(version)
      ? administrator.principal
      : undefined;
  }

  /** The current time in Unix seconds. */
  private nowSeconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

function computeHmac(claims: string, secret: string): string {
  return createHmac('sha256', secret).update(claims).digest('base64url');
}

/** Compares two texts of the same length in constant time. */
function isEqualConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
