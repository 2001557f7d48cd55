import { availableParallelism } from 'node:os';
import { Configuration, ConfigurationError } from './configuration';
import { listVariables } from './environment-variable';

describe('Configuration', () => {
  it('starts with the documented defaults', () => {
    const configuration = Configuration.from({});
    expect(configuration).toMatchObject({
      port: 3000,
      databaseUrl: 'sqlite:./data/store.sqlite',
      rateLimit: 6000,
      trustProxy: 0,
      defaultLanguage: 'en',
      storeTimeZone: 'UTC',
    });
    expect(configuration.redisUrl).toBeUndefined();
  });

  it('is frozen', () => {
    expect(Object.isFrozen(Configuration.from({}))).toBe(true);
  });

  it('keeps a database URL of several hosts as it is', () => {
    const databaseUrl = 'mysql://user:p,w@a:3306,b,[::1]:3307/store';
    expect(Configuration.from({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:p@ss/wOrd@host/?key=1'],
    ['S3_ENDPOINT', 'ftp://user:p@ss/wOrd@host'],
    ['FILES_URL', 'ftp://user:p@ss/wOrd@host'],
  ])('shows no password of an invalid %s', (name, value) => {
    const read = (): unknown => Configuration.from({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(/wOrd/);
  });

  it('treats an empty variable as unset', () => {
    expect(Configuration.from({ PORT: '', REDIS_URL: '' }).port).toBe(3000);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '1e3'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'all'],
    ['DATABASE_URL', 'postgres://localhost/x'],
    ['DATABASE_URL', 'sqlite:'],
    ['FILES_URL', 'ftp://host/x'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['REDIS_URL', 'localhost:6379'],
    ['BOOTSTRAP_API_KEY', 'osk_short'],
    ['AUTH_SECRET', 'short'],
    ['RATE_LIMIT', '0'],
    ['IMAGE_CODEC', 'gd'],
    ['IMAGE_LARGE', '1200'],
    ['IMAGE_SMALL', '0x200'],
    ['IMAGE_MEDIUM', '600x10001'],
    ['IMAGE_QUALITY', '0.85'],
    ['IMAGE_QUALITY', '0'],
    ['PUBLIC_BASE_URL', 'shop.example.com'],
    ['TRUST_PROXY', 'yes please'],
    ['FORWARDED_HEADERS', 'x-forwarded-for,x-real-ip'],
    ['DEFAULT_LANGUAGE', 'xx'],
    ['STORE_TIME_ZONE', 'Mars/Olympus'],
    ['PDF_FONTS', 'brand.ttf,,brand-bold.ttf'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_READ_URL', 'sqlite:copy.sqlite'],
    ['DATABASE_READ_LAG_SECONDS', '1'],
    ['METRICS_TOKEN', 'short'],
    ['SMTP_URL', 'http://mail'],
    ['WEBHOOK_SECRETS', 'erp=short'],
    ['WEBHOOK_PRIVATE_ADDRESSES', 'maybe'],
  ])('refuses %s=%s with one line that names the variable', (name, value) => {
    const attempt = () => Configuration.from({ [name]: value });
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(new RegExp(`^${name} must [^\\n]+$`));
  });

  it('shows no secret in the message', () => {
    expect(() => Configuration.from({ AUTH_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  });

  it('reads pairs of names and secrets', () => {
    const secrets = Configuration.from({
      WEBHOOK_SECRETS: `erp=${'a'.repeat(16)}, wms=${'b'.repeat(16)}`,
    });
    expect([...(secrets.webhookSecrets ?? [])]).toEqual([
      ['erp', 'a'.repeat(16)],
      ['wms', 'b'.repeat(16)],
    ]);
  });

  it('accepts a replica only for a server, and a read-own time of at least its lag', () => {
    const replica = { DATABASE_READ_URL: 'mysql://reader@b/store' };
    expect(() => Configuration.from(replica)).toThrow(
      'DATABASE_READ_URL needs a DATABASE_URL of MySQL or MariaDB: an SQLite file has no replica',
    );
    const both = { ...replica, DATABASE_URL: 'mysql://store@a/store' };
    expect(Configuration.from(both)).toMatchObject({
      databaseReadUrl: 'mysql://reader@b/store',
      databaseReadLagSeconds: 5,
      databaseReadOwnSeconds: 10,
    });
    const withOwn = (DATABASE_READ_OWN_SECONDS: string): Configuration =>
      Configuration.from({ ...both, DATABASE_READ_OWN_SECONDS });
    expect(() => withOwn('4')).toThrow(/^DATABASE_READ_OWN_SECONDS must be 0 or at least .*\(5\)/);
    expect([withOwn('0'), withOwn('5')].map((one) => one.databaseReadOwnSeconds)).toEqual([0, 5]);
  });

  it('sets one worker per processor for auto', () => {
    expect(Configuration.from({}).workers).toBe(1);
    expect(Configuration.from({ WORKERS: '3' }).workers).toBe(3);
    expect(Configuration.from({ WORKERS: 'auto' }).workers).toBe(availableParallelism());
  });

  it('describes every variable', () => {
    for (const variable of listVariables()) expect(variable.description).not.toBe('');
  });
});
