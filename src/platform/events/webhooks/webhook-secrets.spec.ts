import { randomBytes } from 'node:crypto';
import { Configuration } from '../../../config/configuration';
import { EncryptionKeyMissing } from './webhook-errors';
import { WebhookSecrets } from './webhook-secrets';

const withKey = (key = randomBytes(32).toString('base64')) =>
  new WebhookSecrets(Configuration.from({ WEBHOOK_ENCRYPTION_KEY: key }));

describe('WebhookSecrets', () => {
  it('decrypts secrets, whose encrypted form differs each time', () => {
    const secrets = withKey();
    const secret = secrets.generate();
    const [one, other] = [secrets.encrypt(secret), secrets.encrypt(secret)];
    expect(one).not.toBe(other);
    expect(secrets.decrypt(one)).toBe(secret);
    expect(secrets.decrypt(other)).toBe(secret);
  });

  it('does not decrypt with another key, or after manipulation', () => {
    const secrets = withKey();
    const sealed = secrets.encrypt('whsec_x');
    expect(withKey().decrypt(sealed)).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(secrets.decrypt(bytes.toString('base64'))).toBeUndefined();
    expect(secrets.decrypt('')).toBeUndefined();
  });

  it('rejects secrets without a key', () => {
    const secrets = new WebhookSecrets(Configuration.from({}));
    expect(() => secrets.encrypt('whsec_x')).toThrow(EncryptionKeyMissing);
    expect(secrets.decrypt('whatever')).toBeUndefined();
  });

  it('signs with replaced secrets for a day, up to the last five', () => {
    const secrets = withKey();
    const hour = 60 * 60 * 1000;
    const at = (hours: number) => new Date(1_800_000_000_000 + hours * hour);
    const sealed = (text: string) => ({ secret: secrets.encrypt(text), oldSecrets: [] });
    let webhook: Parameters<WebhookSecrets['findSigningSecrets']>[0] = sealed('0');
    const rotate = (text: string, hours: number) => {
      webhook = {
        secret: secrets.encrypt(text),
        oldSecrets: secrets.rotateOldSecrets(webhook, at(hours)),
      };
    };
    expect(secrets.findSigningSecrets(webhook, at(0))).toEqual(['0']);
    rotate('1', 0);
    rotate('2', 12);
    expect(secrets.findSigningSecrets(webhook, at(23))).toEqual(['2', '1', '0']);
    expect(secrets.findSigningSecrets(webhook, at(24))).toEqual(['2', '1']);
    expect(secrets.findSigningSecrets(webhook, at(36))).toEqual(['2']);
    rotate('3', 25);
    expect(webhook.oldSecrets).toHaveLength(2);
    for (const one of ['4', '5', '6', '7']) rotate(one, 26);
    expect(secrets.findSigningSecrets(webhook, at(27))).toEqual(['7', '6', '5', '4', '3', '2']);
    // If the newest secret can't be decrypted, old ones must not sign alone.
    expect(secrets.findSigningSecrets({ ...webhook, secret: 'other' }, at(27))).toBeUndefined();
    expect(secrets.findSigningSecrets({ ...sealed('8'), oldSecrets: [] }, at(27))).toEqual(['8']);
  });

  it.each(['short', 'A'.repeat(44), randomBytes(31).toString('base64')])(
    'take no key such as %s',
    (key) => {
      expect(() => withKey(key)).toThrow('WEBHOOK_ENCRYPTION_KEY must be 32 bytes in Base64');
    },
  );
});
