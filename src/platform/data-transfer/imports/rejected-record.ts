import { toUrlOrigin } from '../../../core/url-origin';
import type { RawLine } from './line-splitter';

type JsonMembers = Readonly<Record<string, unknown>>;

/** Members with secret values, in records of any type. */
const SECRET_NAME_PATTERN = /(password|passwordHash|secrets?|token|apiKey|keyHash)$/i;

/** Types whose URLs usually contain a secret in their path. */
const typesWithSecretAddress: readonly unknown[] = ['webhook', 'statusAction'];

/**
 * Returns a rejected record as it was sent, without passwords and secrets: it can be corrected and imported again. URLs
 * of webhooks are truncated as in exports.
 * @returns undefined if the line is not an object, or nested too deeply to serialize
 */
export function toRejectedRecord({ bytes }: RawLine): object | undefined {
  const record = bytes && tryParse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  const { _error: _ignored, ...members } = record as JsonMembers;
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
  const truncatesUrl = typesWithSecretAddress.includes(record['type']);
  const shown = JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (SECRET_NAME_PATTERN.test(name)) return undefined;
      return truncatesUrl && name === 'url' ? toUrlOrigin(String(value)) : value;
    }),
  ) as object;
  if (!truncatesUrl) return shown;
  // Deactivated, because the truncated URL must not be called.
  const { active: _active, ...rest } = shown as JsonMembers;
  return record['type'] === 'webhook' ? rest : { ...rest, active: false };
}
