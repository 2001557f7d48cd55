import { toUrlOrigin } from '../../../core/url-origin';
import type { RawLine } from './line-splitter';

type JsonMembers = Readonly<Record<string, unknown>>;

/** Members with secret values, in records of any type. */
const SECRET_NAME_PATTERN = /(password|password_?hash|secrets?|token|api_?key|key_?hash)$/i;

const URL_NAME_PATTERN = /^url$/i;

/** Types whose URLs usually contain a secret in their path. */
const typesWithSecretUrl: readonly unknown[] = ['webhook', 'statusAction'];

/**
 * Returns a rejected record as it was sent, without passwords and secrets: it can be corrected and imported again. URLs
 * of webhooks are truncated as in exports.
 * @param isKnown whether its type exists; otherwise it may be a webhook whose type is misspelled
 * @returns undefined if the line is not an object, or nested too deeply to serialize
 */
export function toRejectedRecord({ bytes }: RawLine, isKnown: boolean): object | undefined {
  const record = bytes && tryParse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  const { _error: _ignored, ...members } = record as JsonMembers;
  try {
    const truncatesUrl = !isKnown || typesWithSecretUrl.includes(members['type']);
    return removeSecrets(members, truncatesUrl);
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

function removeSecrets(record: JsonMembers, truncatesUrl: boolean): object {
  const truncated: unknown[] = [];
  const shown = JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (SECRET_NAME_PATTERN.test(name)) return undefined;
      if (!truncatesUrl || !URL_NAME_PATTERN.test(name)) return value;
      const origin = toUrlOrigin(String(value));
      if (origin !== value) truncated.push(value);
      return origin;
    }),
  ) as object;
  if (truncated.length === 0) return shown;
  // Deactivated, because the truncated URL must not be called.
  const { active: _active, ...rest } = shown as JsonMembers;
  return record['type'] === 'webhook' ? rest : { ...rest, active: false };
}
