import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { getCallerId } from '../../../core/actor-context';
import { DatabaseBusy } from '../../../core/errors';
import { FairSemaphore } from '../../../core/fair-semaphore';

/** scrypt's parameters for new hashes. */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The cost that OWASP recommends: 32 MiB and some tenths of a second per hash. */
const DEFAULT_SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

/** Injection token of another cost, for specs with hundreds of passwords. */
export const SCRYPT_COST = Symbol('cost of scrypt');

const KEY_BYTES = 32;

/** Each hash keeps one core busy. */
const MAX_CONCURRENT_HASHES = 2;

/** How long a hash waits for its turn. */
const QUEUE_TIMEOUT_MS = 30_000;

/**
 * The origin of a request for a hash. It is a signed-in caller, a login from a network with a login in the last 30
 * days, or any other login. Each kind gets one turn per round, so a waiting hash is preceded by at most two of the
 * other kinds.
 */
export type HashRequestOrigin = 'signedIn' | 'known' | 'anonymous';

interface ScryptParameters extends ScryptCost {
  readonly salt: Buffer;
}

interface ParsedHash extends ScryptParameters {
  readonly derivedKey: Buffer;
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes and checks passwords outside the event loop, few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new FairSemaphore(MAX_CONCURRENT_HASHES);

  /** Signed-in callers take turns among themselves before one of their hashes waits for a turn of its kind. */
  private readonly signedInSemaphore = new FairSemaphore(MAX_CONCURRENT_HASHES);

  /** Compared with if no hash is stored, so that the check takes as long as any other. */
  private readonly dummyHash: ParsedHash;

  constructor(
    @Optional() @Inject(SCRYPT_COST) private readonly scryptCost: ScryptCost = DEFAULT_SCRYPT_COST,
  ) {
    this.dummyHash = { ...scryptCost, salt: Buffer.alloc(16), derivedKey: Buffer.alloc(KEY_BYTES) };
  }

  /**
   * Hashes a password. This is slow: call it before a unit of work, not inside one.
   * @returns the text to store: `scrypt$N$r$p$salt$key`, with salt and key in base64url
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async hash(password: string): Promise<string> {
    const parameters = { ...this.scryptCost, salt: randomBytes(16) };
    return formatHash({
      ...parameters,
      derivedKey: await this.deriveKey(password, parameters, 'signedIn'),
    });
  }

  /**
   * Whether a password matches a stored hash. Every call takes one derivation, whatever the result.
   * @param hash null if no hash is stored; the result is false then
   * @param origin origin of the request
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async verify(
    password: string,
    hash: string | null,
    origin: HashRequestOrigin = 'signedIn',
  ): Promise<boolean> {
    const storedHash = parseHash(hash ?? '') ?? this.dummyHash;
    const key = await this.deriveKey(password, storedHash, origin);
    return timingSafeEqual(key, storedHash.derivedKey) && storedHash !== this.dummyHash;
  }

  /** Derives the key of a password. NFKC makes different compositions of a letter equal (NIST SP 800-63B). */
  private async deriveKey(
    password: string,
    { N, r, p, salt }: ScryptParameters,
    origin: HashRequestOrigin,
  ): Promise<Buffer> {
    const maxmem = 2 * 128 * N * r;
    const derive = (): Promise<Buffer> =>
      scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem });
    const options = { timeoutMs: QUEUE_TIMEOUT_MS, createBusyError: () => new DatabaseBusy() };
    const runInOriginQueue = (): Promise<Buffer> => this.semaphore.run(origin, options, derive);
    return origin === 'signedIn'
      ? this.signedInSemaphore.run(getCallerId(), options, runInOriginQueue)
      : runInOriginQueue();
  }
}

function formatHash({ N, r, p, salt, derivedKey }: ParsedHash): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), derivedKey.toString('base64url')].join(
    '$',
  );
}

/** Parses a stored hash; undefined if `formatHash` hasn't made it. */
function parseHash(text: string): ParsedHash | undefined {
  const parts = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/.exec(text);
  if (!parts) return undefined;
  const [, N, r, p, salt = '', key = ''] = parts;
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    derivedKey: Buffer.from(key, 'base64url'),
  };
}
