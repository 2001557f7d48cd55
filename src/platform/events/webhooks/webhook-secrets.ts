import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { EncryptionKeyMissing } from './webhook-errors';
import type { OldSecret, Webhook } from './webhook.entity';

const CIPHER_ALGORITHM = 'aes-256-gcm';
/** Bytes before the encrypted text. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Time for which a replaced secret continues to sign. */
const OLD_SECRET_VALIDITY_MS = 24 * 60 * 60 * 1000;
/** Maximum number of old secrets that sign, because each makes every webhook longer. */
const MAX_OLD_SECRETS = 5;

/** Generates the secrets that sign webhooks, and encrypts them for the database. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly configuration: Configuration) {}

  /** Returns a new secret in the format of the Standard Webhooks specification. */
  generate(): string {
    return `whsec_${randomBytes(32).toString('base64')}`;
  }

  /** @returns the value to store: nonce, tag and text, in Base64 @throws EncryptionKeyMissing */
  encrypt(secret: string): string {
    const { webhookEncryptionKey: key } = this.configuration;
    if (!key) throw new EncryptionKeyMissing();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER_ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
  }

  /** Returns the old secrets after a rotation: the replaced one, and earlier ones that haven't expired. */
  rotateOldSecrets(
    { secret, oldSecrets }: Pick<Webhook, 'secret' | 'oldSecrets'>,
    now: Date,
  ): OldSecret[] {
    const endsAt = new Date(now.getTime() + OLD_SECRET_VALIDITY_MS).toISOString();
    return [{ sealed: secret, endsAt }, ...filterUnexpired(oldSecrets, now)].slice(
      0,
      MAX_OLD_SECRETS,
    );
  }

  /**
   * Returns the secrets that sign a webhook, the newest first.
   * @returns undefined if the newest was encrypted with another key
   */
  findSigningSecrets(
    { secret, oldSecrets }: Pick<Webhook, 'secret' | 'oldSecrets'>,
    now: Date,
  ): string[] | undefined {
    const newest = this.decrypt(secret);
    if (newest === undefined) return undefined;
    return [
      newest,
      ...filterUnexpired(oldSecrets, now).flatMap(({ sealed }) => this.decrypt(sealed) ?? []),
    ];
  }

  /** @returns undefined if the secret was encrypted with another key */
  decrypt(sealed: string): string | undefined {
    const { webhookEncryptionKey: key } = this.configuration;
    if (!key) return undefined;
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER_ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const plaintextStart = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([plaintextStart, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

function filterUnexpired(oldSecrets: readonly OldSecret[], now: Date): OldSecret[] {
  return oldSecrets.filter(({ endsAt }) => new Date(endsAt) > now);
}
