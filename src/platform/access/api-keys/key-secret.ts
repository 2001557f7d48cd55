import { hash, randomBytes } from 'node:crypto';

/** The prefix of all API keys. */
export const KEY_PREFIX = 'osk_';

export function generateKey(): string {
  return `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** Returns the stored hash of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
