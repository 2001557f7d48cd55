import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { WebhookKeyMissing } from './webhook-errors';

const CIPHER = 'aes-256-gcm';
/** Bytes of what stands before the text. */
const NONCE = 12;
const TAG = 16;

/** Makes the secrets that sign webhooks, and encrypts them for the database. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly configuration: Configuration) {}

  /** A new secret, as the Standard Webhooks specification writes them. */
  make(): string {
    return `whsec_${randomBytes(32).toString('base64')}`;
  }

  /** @returns what is stored: nonce, tag and text, in Base64 @throws WebhookKeyMissing */
  seal(secret: string): string {
    const { webhookEncryptionKey: key } = this.configuration;
    if (!key) throw new WebhookKeyMissing();
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  }

  /** @returns undefined: the key is not the one that it was encrypted with */
  open(sealed: string): string | undefined {
    const { webhookEncryptionKey: key } = this.configuration;
    if (!key) return undefined;
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      });
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const text = decipher.update(bytes.subarray(NONCE + TAG));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
