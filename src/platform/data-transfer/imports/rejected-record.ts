import { toUrlOrigin } from '../../../core/url-origin';
import type { RawLine } from './line-splitter';

type JsonMembers = Readonly<Record<string, unknown>>;

/** Members whose values are secret, in records of any type. */
const SECRET_NAME_PATTERN = /(password|passwordHash|secrets?|token|apiKey|keyHash)$/i;

/** Types whose addresses hold a secret in their path as a rule. */
const typesWithSecretAddress: readonly unknown[] = ['webhook', 'statusAction'];

/**
 * A rejected record as it was sent, without passwords and secrets: it can be corrected and imported again. Addresses of
 * webhooks are cut as in exports.
 * @returns undefined if the line is not an object, or nested too deeply to be written
 */
export function toRejectedRecord({ bytes }: RawLine): object | undefined {
  const record = bytes && tryParse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  const { _error: _earlier, ...members } = record as JsonMembers;
  try {
    return withoutSecrets(members);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function withoutSecrets(record: JsonMembers): object {
  const isCut = typesWithSecretAddress.includes(record['type']);
  const shown = JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (SECRET_NAME_PATTERN.test(name)) return undefined;
      return isCut && name === 'url' ? toUrlOrigin(String(value)) : value;
    }),
  ) as object;
  if (!isCut) return shown;
  // Nothing is sent to what is left of the address.
  const { active: _active, ...rest } = shown as JsonMembers;
  return record['type'] === 'webhook' ? rest : { ...rest, active: false };
}
