import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { DatabaseBusy } from '../../../core/errors';
import { FairSemaphore } from '../../../core/fair-semaphore';

/** scrypt's parameters for new hashes. */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** As OWASP recommends: 32 MiB and some tenths of a second each. */
const DEFAULT_SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

/** The token of a cost other than the recommended one, for a module of specs that have hundreds of passwords. */
export const SCRYPT_COST = Symbol('cost of scrypt');

const KEY_BYTES = 32;

/** Each keeps one core busy. */
const MAX_CONCURRENT_HASHES = 2;

/** How long a hash waits for its turn. */
const QUEUE_TIMEOUT_MS = 30_000;

/**
 * Who waits for a hash: callers who are signed in, logins from networks with a login in the last 30 days, and other
 * logins. Each kind gets a turn in each round while it waits, so none waits for more than two of the others.
 */
export type HashPriority = 'signedIn' | 'known' | 'anonymous';

interface SaltedCost extends ScryptCost {
  readonly salt: Buffer;
}

interface StoredHash extends SaltedCost {
  readonly key: Buffer;
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Hashes passwords and checks them, off the event loop, few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly semaphore = new FairSemaphore(MAX_CONCURRENT_HASHES);

  /** Compared with where there is no hash: to find that nothing matches costs as much as any other comparison. */
  private readonly dummyHash: StoredHash;

  constructor(
    @Optional() @Inject(SCRYPT_COST) private readonly cost: ScryptCost = DEFAULT_SCRYPT_COST,
  ) {
    this.dummyHash = { ...cost, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) };
  }

  /**
   * Slow: call it before a unit of work, not inside.
   * @returns what is stored of a password: `scrypt$N$r$p$salt$key`, salt and key in base64url
   * @throws DatabaseBusy when too many hashes are waiting
   */
  async hash(password: string): Promise<string> {
    const salted = { ...this.cost, salt: randomBytes(16) };
    return formatHash({ ...salted, key: await this.deriveKey(password, salted, 'signedIn') });
  }

  /**
   * Whether a password belongs to a stored hash. It always takes one derivation, whatever the answer.
   * @param hash null: there is none, so the answer is no
   * @param kind who waits for it
   * @throws DatabaseBusy when too many hashes are waiting
   */
  async verify(
    password: string,
    hash: string | null,
    kind: HashPriority = 'signedIn',
  ): Promise<boolean> {
    const stored = parseHash(hash ?? '') ?? this.dummyHash;
    const key = await this.deriveKey(password, stored, kind);
    return timingSafeEqual(key, stored.key) && stored !== this.dummyHash;
  }

  /** Keyboards differ in how they compose a letter; NFKC makes the same text of it (NIST SP 800-63B). */
  private async deriveKey(
    password: string,
    { N, r, p, salt }: SaltedCost,
    kind: HashPriority,
  ): Promise<Buffer> {
    if (!(await this.semaphore.acquire(kind, { timeoutMs: QUEUE_TIMEOUT_MS })))
      throw new DatabaseBusy();
    try {
      const maxmem = 2 * 128 * N * r;
      return await scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem });
    } finally {
      this.semaphore.release(kind);
    }
  }
}

function formatHash({ N, r, p, salt, key }: StoredHash): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** undefined: not what `write` made. */
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
