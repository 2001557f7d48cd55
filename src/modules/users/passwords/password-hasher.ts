import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { getCallerKey } from '../../../core/actor-context';
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
export type HashOrigin = 'signedIn' | 'known' | 'anonymous';

interface SaltedCost extends ScryptCost {
  readonly salt: Buffer;
}

interface StoredHash extends SaltedCost {
  readonly key: Buffer;
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes and checks passwords outside the event loop, few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new FairSemaphore(MAX_CONCURRENT_HASHES);

  /** Signed-in callers take turns among themselves before one of their hashes waits for a turn of its kind. */
  private readonly signedIn = new FairSemaphore(MAX_CONCURRENT_HASHES);

  /** Compared with if no hash is stored, so that the check takes as long as any other. */
  private readonly dummyHash: StoredHash;

  constructor(
    @Optional() @Inject(SCRYPT_COST) private readonly cost: ScryptCost = DEFAULT_SCRYPT_COST,
  ) {
    this.dummyHash = { ...cost, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };
  }

  /**
   * Hashes a password. This is slow: call it before a unit of work, not inside one.
   * @returns the text to store: `scrypt$N$r$p$salt$key`, with salt and key in base64url
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async hash(password: string): Promise<string> {
    const salted = { ...this.cost, salt: randomBytes(16) };
    return formatHash({ ...salted, key: await this.deriveKey(password, salted, 'signedIn') });
  }

  /**
   * Whether a password matches a stored hash. Every call takes one derivation, whatever the result.
   * @param hash null if no hash is stored; the result is false then
   * @param kind origin of the request
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async verify(
    password: string,
    hash: string | null,
    kind: HashOrigin = 'signedIn',
  ): Promise<boolean> {
    const stored = parseHash(hash ?? '') ?? this.dummyHash;
    const key = await this.deriveKey(password, stored, kind);
    return timingSafeEqual(key, stored.key) && stored !== this.dummyHash;
  }

  /** Derives the key of a password. NFKC makes different compositions of a letter equal (NIST SP 800-63B). */
  private async deriveKey(
    password: string,
    { N, r, p, salt }: SaltedCost,
    kind: HashOrigin,
  ): Promise<Buffer> {
    const maxmem = 2 * 128 * N * r;
    const derive = (): Promise<Buffer> =>
      scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem });
    const options = { timeoutMs: QUEUE_TIMEOUT_MS, createBusyError: () => new DatabaseBusy() };
    const inTurnOfKind = (): Promise<Buffer> => this.semaphore.run(kind, options, derive);
    return kind === 'signedIn'
      ? this.signedIn.run(getCallerKey(), options, inTurnOfKind)
      : inTurnOfKind();
  }
}

function formatHash({ N, r, p, salt, key }: StoredHash): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Parses a stored hash; undefined if `formatHash` hasn't made it. */
function parseHash(text: string): StoredHash | undefined {
  const parts = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/.exec(text);
  if (!parts) return undefined;
  const [, N, r, p, salt = '', key = ''] = parts;
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
