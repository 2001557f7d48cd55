import { randomBytes } from 'node:crypto';
import { Configuration } from '../../config/configuration';
import { WebhookKeyMissing } from './webhook-errors';
import { WebhookSecrets } from './webhook-secrets';

const withKey = (key = randomBytes(32).toString('base64')) =>
  new WebhookSecrets(Configuration.from({ WEBHOOK_ENCRYPTION_KEY: key }));

describe('secrets of webhooks', () => {
  it('are told from their stored form, which is another each time', () => {
    const secrets = withKey();
    const secret = secrets.make();
    const [one, other] = [secrets.seal(secret), secrets.seal(secret)];
    expect(one).not.toBe(other);
    expect(secrets.open(one)).toBe(secret);
    expect(secrets.open(other)).toBe(secret);
  });

  it('are not told with another key, nor from a stored form that was changed', () => {
    const secrets = withKey();
    const sealed = secrets.seal('whsec_x');
    expect(withKey().open(sealed)).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(secrets.open(bytes.toString('base64'))).toBeUndefined();
    expect(secrets.open('')).toBeUndefined();
  });

  it('are not stored without a key', () => {
    const secrets = new WebhookSecrets(Configuration.from({}));
    expect(() => secrets.seal('whsec_x')).toThrow(WebhookKeyMissing);
    expect(secrets.open('whatever')).toBeUndefined();
  });

  it.each(['short', 'A'.repeat(44), randomBytes(31).toString('base64')])(
    'take no key such as %s',
    (key) => {
      expect(() => withKey(key)).toThrow('WEBHOOK_ENCRYPTION_KEY must be 32 bytes in Base64');
    },
  );
});
