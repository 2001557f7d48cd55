import { type Environment, readVariables } from './read-variables';
import {
  Variable,
  base64Bytes,
  bootstrapKey,
  baseUrl,
  fileMode,
  filePaths,
  integer,
  languageCode,
  limitOrOff,
  namedSecrets,
  onOff,
  type PixelSize,
  pixelSize,
  proxyHops,
  tenthsAsPercent,
  text,
  timeZone,
  url,
  oneOf,
  workerCount,
} from './variable';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable that is missing or wrong; the message is one line and shows no secret. */
export class ConfigurationError extends Error {}

/** The service's settings, read once at the start from environment variables; frozen. */
export class Configuration {
  @Variable('PORT', integer(0, 65535), {
    default: '3000',
    description: 'TCP port to listen on; 0 takes a free one',
  })
  readonly port!: number;

  @Variable('HOST', text(1, 255), {
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all (the container image sets that)',
  })
  readonly host!: string;

  @Variable('WORKERS', workerCount, {
    default: '1',
    description:
      'Processes behind the port, `auto` for one for each processor; connections, bytes, pools, threads and pictures are limited in each',
  })
  readonly workers!: number;

  @Variable('DATABASE_URL', url('sqlite', 'mysql', 'mariadb'), {
    default: 'sqlite:./data/store.sqlite',
    description:
      'Where the data is: `sqlite:<file>` or `mysql://user:password@host:port/database`; of a Galera cluster several hosts, each after a comma',
    secret: true,
  })
  readonly databaseUrl!: string;

  @Variable('DATABASE_POOL', integer(1, 500), {
    default: '10',
    description: 'Connections held to MySQL or MariaDB at most, and as many to DATABASE_READ_URL',
  })
  readonly databasePool!: number;

  @Variable('DATABASE_READ_URL', url('mysql', 'mariadb'), {
    description:
      'Replica of DATABASE_URL, or another member of its cluster, that lists, counts, searches and exports are read from',
    secret: true,
  })
  readonly databaseReadUrl?: string;

  @Variable('DATABASE_READ_LAG_SECONDS', integer(2, 3600), {
    default: '5',
    description:
      'Seconds that DATABASE_READ_URL may be behind; while it is further behind, it is left out',
  })
  readonly databaseReadLagSeconds!: number;

  @Variable('DATABASE_READ_OWN_SECONDS', integer(0, 3600), {
    default: '10',
    description:
      'Seconds for which who has written reads lists from DATABASE_URL, to find it there; 0: lists may be without it',
  })
  readonly databaseReadOwnSeconds!: number;

  @Variable('DATABASE_READERS', integer(0, 16), {
    default: '2',
    description: 'Threads for slow reads of SQLite; 0: they are done where requests are answered',
  })
  readonly databaseReaders!: number;

  @Variable('SQLITE_WAL_BYTES', integer(1024 * 1024, 1_000_000_000_000), {
    default: '1073741824',
    description:
      "Bytes that SQLite's write-ahead log may have: an export that reads while more than that is written ends",
  })
  readonly sqliteWalBytes!: number;

  @Variable('FILES_URL', url('file', 's3'), {
    default: 'file:./data/files',
    description: 'Where files are kept: `file:<folder>` or `s3://bucket/prefix`',
  })
  readonly filesUrl!: string;

  @Variable('FILE_MODE', fileMode, {
    default: '0600',
    description:
      "Who may read and write the files that the service makes, SQLite's too (octal); its folders are as open",
  })
  readonly fileMode!: number;

  @Variable('S3_ENDPOINT', baseUrl, {
    description: 'Address of an S3-compatible server; without it, that of AWS in the region',
  })
  readonly s3Endpoint?: string;

  @Variable('S3_REGION', text(1, 64), {
    default: 'us-east-1',
    description: 'Region of the bucket',
  })
  readonly s3Region!: string;

  @Variable('S3_ACCESS_KEY_ID', text(1, 128), {
    description:
      "Key that the bucket is used with; without it the AWS SDK's own chain finds one (profile, role of the machine)",
    secret: true,
  })
  readonly s3AccessKeyId?: string;

  @Variable('S3_SECRET_ACCESS_KEY', text(1, 256), {
    description: 'Secret of S3_ACCESS_KEY_ID',
    secret: true,
  })
  readonly s3SecretAccessKey?: string;

  @Variable('REDIS_URL', url('redis', 'rediss'), {
    description:
      'Redis in which several instances share their rate limits; without it each counts in its own memory',
    secret: true,
  })
  readonly redisUrl?: string;

  @Variable('BOOTSTRAP_API_KEY', bootstrapKey, {
    description:
      'An API key with all scopes (`osk_` and 43 characters); every start stores it unless it is there',
    secret: true,
  })
  readonly bootstrapApiKey?: string;

  @Variable('AUTH_SECRET', text(32, 1024), {
    description:
      'Signs login tokens; without it a random one is made once and kept in the database',
    secret: true,
  })
  readonly authSecret?: string;

  @Variable('RATE_LIMIT', limitOrOff, {
    default: '6000',
    description: 'Points of each caller a minute (a LIGHT call costs 1, a HEAVY one 10), or `off`',
  })
  readonly rateLimit?: number;

  @Variable('MAX_CONNECTIONS', integer(1, 1_000_000), {
    default: '800',
    description:
      'Connections at once; more are refused. Where the process may open few files it takes fewer: each needs two, the process itself 100',
  })
  readonly maxConnections!: number;

  @Variable('MAX_CONNECTIONS_PER_ADDRESS', integer(1, 1_000_000), {
    default: '200',
    description:
      'Of these from one network: an IPv4 address, or a /64 network of IPv6; no limit behind a proxy (TRUST_PROXY)',
  })
  readonly maxConnectionsPerAddress!: number;

  @Variable('MAX_WAITING_BYTES', integer(1024 * 1024, 1_000_000_000_000), {
    default: '67108864',
    description:
      'Bytes in all answers together that clients have not taken yet; beyond it the connections with most of them are closed',
  })
  readonly maxWaitingBytes!: number;

  @Variable('DRAIN_SECONDS', integer(0, 20), {
    default: '0',
    description:
      'Seconds after SIGTERM in which requests are still taken, while readiness says 503: more than load balancers take to see that',
  })
  readonly drainSeconds!: number;

  @Variable('IMAGE_CODEC', oneOf('auto', 'sharp', 'jimp'), {
    default: 'auto',
    description: 'Image library; `auto` takes sharp where it loads, else jimp',
  })
  readonly imageCodec!: 'auto' | 'sharp' | 'jimp';

  @Variable('IMAGE_MAX_PIXELS', integer(1, 50_000_000), {
    default: '50000000',
    description: 'Largest picture that is decoded, in pixels; jimp takes at most 12000000',
  })
  readonly imageMaxPixels!: number;

  @Variable('IMAGE_LARGE', pixelSize, {
    default: '1200x1200',
    description: 'Box that large variants of uploaded images are fitted into, in pixels',
  })
  readonly imageLarge!: PixelSize;

  @Variable('IMAGE_MEDIUM', pixelSize, {
    default: '600x600',
    description: 'The same for medium variants',
  })
  readonly imageMedium!: PixelSize;

  @Variable('IMAGE_SMALL', pixelSize, {
    default: '200x200',
    description: 'The same for small variants',
  })
  readonly imageSmall!: PixelSize;

  @Variable('IMAGE_QUALITY', tenthsAsPercent, {
    default: '0.8',
    description: 'JPEG quality of uploaded images that ask for none, 0.1 to 1.0',
  })
  readonly imageQuality!: number; // percent

  @Variable('IMAGE_DESTINATION', text(1, 1024), {
    default: 'images',
    description:
      'Folder of the file store for uploaded images that name none, or `autoDestination`',
  })
  readonly imageDestination!: string;

  @Variable('PUBLIC_BASE_URL', baseUrl, {
    description:
      'Address that clients reach the service by, for links in answers; else taken from the request',
  })
  readonly publicBaseUrl?: string;

  @Variable('TRUST_PROXY', proxyHops, {
    default: 'off',
    description: 'Number of proxies whose X-Forwarded headers are believed, `on` for one',
  })
  readonly trustProxy!: number;

  @Variable('DEFAULT_LANGUAGE', languageCode, {
    default: 'en',
    description: 'Language of the store, ISO 639-1',
  })
  readonly defaultLanguage!: string;

  @Variable('STORE_TIME_ZONE', timeZone, {
    default: 'UTC',
    description:
      'Time zone of the store (IANA): decides what today is and how instants are written',
  })
  readonly storeTimeZone!: string;

  @Variable('PDF_FONTS', filePaths, {
    description:
      "Font files of the store's own for documents as PDF, comma-separated (TrueType, OpenType, WOFF2); taken before the shipped ones",
  })
  readonly pdfFonts?: readonly string[];

  @Variable('DOCUMENT_TEMPLATES', text(1, 4096), {
    description:
      "Folder with the store's own templates of documents, or parts of them; each file replaces the shipped one of its name",
  })
  readonly documentTemplates?: string;

  @Variable('JOURNAL_DAYS', integer(1, 3650), {
    default: '90',
    description: 'Days that the journal of changes reaches back',
  })
  readonly journalDays!: number;

  @Variable('OUTBOX_DELIVERED_DAYS', integer(1, 3650), {
    default: '30',
    description: 'Days that mails and webhooks are kept once they were delivered',
  })
  readonly outboxDeliveredDays!: number;

  @Variable('OUTBOX_FAILED_DAYS', integer(1, 3650), {
    default: '90',
    description: 'Days that mails and webhooks are kept once they were given up',
  })
  readonly outboxFailedDays!: number;

  @Variable('IDEMPOTENCY_HOURS', integer(1, 720), {
    default: '24',
    description: 'Hours that the answer of a request with an Idempotency-Key is kept',
  })
  readonly idempotencyHours!: number;

  @Variable('BODY_DEADLINE_HOURS', integer(1, 168), {
    default: '24',
    description:
      'Hours after which an import or an upload that is still being sent is ended with 408',
  })
  readonly bodyDeadlineHours!: number;

  @Variable('EXPORT_HOURS', integer(1, 720), {
    default: '24',
    description: 'Hours that the content of an export is kept',
  })
  readonly exportHours!: number;

  @Variable('INVOICE_RETENTION_YEARS', integer(0, 100), {
    default: '10',
    description: 'Years that invoices and credit notes of an erased person keep their parties',
  })
  readonly invoiceRetentionYears!: number;

  @Variable('LOG_LEVEL', oneOf(...logLevels), {
    default: 'info',
    description: `Least severity that is logged: ${logLevels.join(', ')}`,
  })
  readonly logLevel!: (typeof logLevels)[number];

  @Variable('METRICS_TOKEN', text(16, 1024), {
    description: 'Token that `/metrics` is read with; without it nobody can read them',
    secret: true,
  })
  readonly metricsToken?: string;

  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl, {
    description:
      'Address that spans are sent to by OTLP over HTTP, such as `http://127.0.0.1:4318`; without it nothing is recorded',
  })
  readonly otelExporterOtlpEndpoint?: string;

  @Variable('SMTP_URL', url('smtp', 'smtps'), {
    description:
      'Mail server for SEND_MAIL actions, `smtp://user:password@host:port`; without it they fail',
    secret: true,
  })
  readonly smtpUrl?: string;

  @Variable('MAIL_FROM', text(3, 320), {
    description: 'Sender of the mails, for example shop@example.com; needed with SMTP_URL',
  })
  readonly mailFrom?: string;

  @Variable('WEBHOOK_SECRETS', namedSecrets, {
    description:
      'Secrets that sign webhooks, `name=secret` pairs, comma-separated; NOTIFICATION actions name one',
    secret: true,
  })
  readonly webhookSecrets?: ReadonlyMap<string, string>;

  @Variable('WEBHOOK_ENCRYPTION_KEY', base64Bytes(32), {
    description:
      'Key that encrypts the secrets of webhook subscriptions: 32 random bytes in Base64; without it none can be made',
    secret: true,
  })
  readonly webhookEncryptionKey?: Buffer;

  @Variable('WEBHOOK_PRIVATE_ADDRESSES', onOff, {
    default: 'off',
    description: 'Whether webhooks may go to addresses that are not public (private, loopback ...)',
  })
  readonly webhookPrivateAddresses!: boolean;

  /**
   * Reads the variables.
   * @throws ConfigurationError for the first variable that is wrong
   */
  static from(environment: Environment): Configuration {
    const configuration = new Configuration();
    const [first] = readVariables(configuration, environment);
    if (first !== undefined) throw new ConfigurationError(first);
    return Object.freeze(configuration);
  }

  /** Everything that is wrong with the variables, a line each. */
  static findErrors(environment: Environment): string[] {
    return readVariables(new Configuration(), environment);
  }
}
