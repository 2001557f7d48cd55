import { type Environment, assignVariables } from './assign-variables';
import {
  EnvironmentVariable,
  base64Bytes,
  bootstrapKey,
  baseUrl,
  fileMode,
  filePaths,
  forwardedHeaders,
  integer,
  languageCode,
  limitOrOff,
  namedSecrets,
  onOff,
  type PixelSize,
  pixelSize,
  proxyHops,
  spanishTaxNumber,
  tenthsAsPercent,
  text,
  timeZone,
  url,
  oneOf,
  workerCount,
} from './environment-variable';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable is missing or invalid; the message is one line and contains no secret. */
export class ConfigurationError extends Error {}

/** The service's settings, read once at the start from environment variables; frozen. */
export class Configuration {
  @EnvironmentVariable('PORT', integer(0, 65535), {
    default: '3000',
    description: 'TCP port to listen on; 0: any free port',
  })
  readonly port!: number;

  @EnvironmentVariable('HOST', text(1, 255), {
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all (the default of the container image)',
  })
  readonly host!: string;

  @EnvironmentVariable('WORKERS', workerCount, {
    default: '1',
    description:
      'Processes behind the port; `auto`: one for each processor. Limits of connections, bytes, pools, threads and pictures apply to each process',
  })
  readonly workers!: number;

  @EnvironmentVariable('DATABASE_URL', url('sqlite', 'mysql', 'mariadb'), {
    default: 'sqlite:./data/store.sqlite',
    description:
      'Address of the database: `sqlite:<file>` or `mysql://user:password@host:port/database`. For a Galera cluster, list several hosts, separated by commas',
    secret: true,
  })
  readonly databaseUrl!: string;

  @EnvironmentVariable('DATABASE_POOL', integer(1, 500), {
    default: '10',
    description:
      'Maximum number of connections to MySQL or MariaDB, and as many to DATABASE_READ_URL',
  })
  readonly databasePool!: number;

  @EnvironmentVariable('DATABASE_READ_URL', url('mysql', 'mariadb'), {
    description:
      'Replica of DATABASE_URL, or another member of its cluster, for lists, counts, searches and exports',
    secret: true,
  })
  readonly databaseReadUrl?: string;

  @EnvironmentVariable('DATABASE_READ_LAG_SECONDS', integer(2, 3600), {
    default: '5',
    description:
      'Maximum lag of DATABASE_READ_URL in seconds; while its lag is higher, it is not used',
  })
  readonly databaseReadLagSeconds!: number;

  @EnvironmentVariable('DATABASE_READ_OWN_SECONDS', integer(0, 3600), {
    default: '10',
    description:
      'How long a client reads from DATABASE_URL after a write, so that it sees its own changes (seconds); 0: lists may miss them',
  })
  readonly databaseReadOwnSeconds!: number;

  @EnvironmentVariable('DATABASE_READERS', integer(0, 16), {
    default: '2',
    description: 'Threads for slow reads of SQLite; 0: they run in the main thread',
  })
  readonly databaseReaders!: number;

  @EnvironmentVariable('SQLITE_WAL_BYTES', integer(1024 * 1024, 1_000_000_000_000), {
    default: '1073741824',
    description:
      "Maximum size of SQLite's write-ahead log in bytes; an export fails if more is written while it reads",
  })
  readonly sqliteWalBytes!: number;

  @EnvironmentVariable('FILES_URL', url('file', 's3'), {
    default: 'file:./data/files',
    description: 'Location of the files: `file:<folder>` or `s3://bucket/prefix`',
  })
  readonly filesUrl!: string;

  @EnvironmentVariable('FILE_MODE', fileMode, {
    default: '0600',
    description:
      'Mode (octal) of the files that the service creates, including those of SQLite; its folders get matching modes',
  })
  readonly fileMode!: number;

  @EnvironmentVariable('S3_ENDPOINT', baseUrl, {
    description: 'Address of an S3-compatible server; default: AWS in the region',
  })
  readonly s3Endpoint?: string;

  @EnvironmentVariable('S3_REGION', text(1, 64), {
    default: 'us-east-1',
    description: 'Region of the bucket',
  })
  readonly s3Region!: string;

  @EnvironmentVariable('S3_ACCESS_KEY_ID', text(1, 128), {
    description:
      'Access key for the bucket; without it, the AWS SDK looks for credentials (profile, role of the machine)',
    secret: true,
  })
  readonly s3AccessKeyId?: string;

  @EnvironmentVariable('S3_SECRET_ACCESS_KEY', text(1, 256), {
    description: 'Secret of S3_ACCESS_KEY_ID',
    secret: true,
  })
  readonly s3SecretAccessKey?: string;

  @EnvironmentVariable('REDIS_URL', url('redis', 'rediss'), {
    description:
      'Redis for rate limits shared by several instances; without it, each instance counts in memory',
    secret: true,
  })
  readonly redisUrl?: string;

  @EnvironmentVariable('BOOTSTRAP_API_KEY', bootstrapKey, {
    description:
      'An API key with all scopes (`osk_` and 43 characters); every start stores it unless it exists',
    secret: true,
  })
  readonly bootstrapApiKey?: string;

  @EnvironmentVariable('AUTH_SECRET', text(32, 1024), {
    description:
      'Secret that signs login tokens; without it, a random one is created once and stored in the database',
    secret: true,
  })
  readonly authSecret?: string;

  @EnvironmentVariable('RATE_LIMIT', limitOrOff, {
    default: '6000',
    description:
      'Points of each caller per minute (a LIGHT call costs 1, a HEAVY one 10), or `off`',
  })
  readonly rateLimit?: number;

  @EnvironmentVariable('MAX_CONNECTIONS', integer(1, 1_000_000), {
    default: '800',
    description:
      'Maximum number of connections; more are refused. It is lower if the process may open only a few files: each connection needs two, the process itself 100',
  })
  readonly maxConnections!: number;

  @EnvironmentVariable('MAX_CONNECTIONS_PER_ADDRESS', integer(1, 1_000_000), {
    default: '200',
    description:
      'Maximum number of connections from one network: an IPv4 address or a /64 network of IPv6; no limit behind a proxy (TRUST_PROXY)',
  })
  readonly maxConnectionsPerAddress!: number;

  @EnvironmentVariable('MAX_WAITING_BYTES', integer(1024 * 1024, 1_000_000_000_000), {
    default: '67108864',
    description:
      'Maximum number of unsent bytes in all responses; beyond it, the connections with the most unsent bytes are closed',
  })
  readonly maxWaitingBytes!: number;

  @EnvironmentVariable('DRAIN_SECONDS', integer(0, 20), {
    default: '0',
    description:
      'Seconds after SIGTERM in which requests are still accepted, while the readiness check returns 503. Set more than load balancers need to notice',
  })
  readonly drainSeconds!: number;

  @EnvironmentVariable('IMAGE_CODEC', oneOf('auto', 'sharp', 'jimp'), {
    default: 'auto',
    description: 'Image library; `auto`: sharp if it loads, otherwise jimp',
  })
  readonly imageCodec!: 'auto' | 'sharp' | 'jimp';

  @EnvironmentVariable('IMAGE_MAX_PIXELS', integer(1, 50_000_000), {
    default: '50000000',
    description: 'Maximum size of decoded pictures in pixels; jimp supports at most 12000000',
  })
  readonly imageMaxPixels!: number;

  @EnvironmentVariable('IMAGE_LARGE', pixelSize, {
    default: '1200x1200',
    description: 'Maximum size of large variants of uploaded images, in pixels',
  })
  readonly imageLarge!: PixelSize;

  @EnvironmentVariable('IMAGE_MEDIUM', pixelSize, {
    default: '600x600',
    description: 'Maximum size of medium variants',
  })
  readonly imageMedium!: PixelSize;

  @EnvironmentVariable('IMAGE_SMALL', pixelSize, {
    default: '200x200',
    description: 'Maximum size of small variants',
  })
  readonly imageSmall!: PixelSize;

  @EnvironmentVariable('IMAGE_QUALITY', tenthsAsPercent, {
    default: '0.8',
    description: 'Default JPEG quality of uploaded images, 0.1 to 1.0',
  })
  readonly imageQuality!: number; // percent

  @EnvironmentVariable('IMAGE_DESTINATION', text(1, 1024), {
    default: 'images',
    description: 'Default folder in the file store for uploaded images, or `autoDestination`',
  })
  readonly imageDestination!: string;

  @EnvironmentVariable('PUBLIC_BASE_URL', baseUrl, {
    description:
      'Public address of the service, for links in responses; default: taken from the request',
  })
  readonly publicBaseUrl?: string;

  @EnvironmentVariable('TRUST_PROXY', proxyHops, {
    default: 'off',
    description: 'Number of proxies whose X-Forwarded headers are trusted; `on`: one',
  })
  readonly trustProxy!: number;

  @EnvironmentVariable('FORWARDED_HEADERS', forwardedHeaders, {
    default: 'x-forwarded-for,x-forwarded-host,x-forwarded-proto',
    description: 'The headers of these proxies that are trusted: those that they replace',
  })
  readonly forwardedHeaders!: ReadonlySet<string>;

  @EnvironmentVariable('PROXY_PROGRESS', onOff, {
    default: 'off',
    description:
      'Whether imports through proxies report progress before the end of their request; nginx would stop the request',
  })
  readonly proxyProgress!: boolean;

  @EnvironmentVariable('DEFAULT_LANGUAGE', languageCode, {
    default: 'en',
    description: 'Language of the store, ISO 639-1',
  })
  readonly defaultLanguage!: string;

  @EnvironmentVariable('STORE_TIME_ZONE', timeZone, {
    default: 'UTC',
    description: 'Time zone of the store (IANA), for calendar days and the offsets of instants',
  })
  readonly storeTimeZone!: string;

  @EnvironmentVariable('PDF_FONTS', filePaths, {
    description:
      'Additional font files for PDF documents, comma-separated (TrueType, OpenType, WOFF2); preferred to the built-in ones',
  })
  readonly pdfFonts?: readonly string[];

  @EnvironmentVariable('DOCUMENT_TEMPLATES', text(1, 4096), {
    description:
      'Folder with document templates or parts of them; each file replaces the built-in one of the same name',
  })
  readonly documentTemplates?: string;

  @EnvironmentVariable('VERIFACTU_PRODUCER_NAME', text(1, 120), {
    description:
      'Name of the producer of this software in Veri*factu records; without it, no headquarter can use Veri*factu',
  })
  readonly verifactuProducerName?: string;

  @EnvironmentVariable('VERIFACTU_PRODUCER_TAX_ID', spanishTaxNumber, {
    description: 'Spanish tax number (NIF) of the producer, without ES',
  })
  readonly verifactuProducerTaxId?: string;

  @EnvironmentVariable('VERIFACTU_SYSTEM_ID', text(2, 2), {
    description: 'Two characters by which the producer identifies this software',
  })
  readonly verifactuSystemId?: string;

  @EnvironmentVariable('VERIFACTU_CERTIFICATES', text(1, 4096), {
    description:
      'Folder with a certificate `TAXNUMBER.p12` and its password `TAXNUMBER.password` for each tax number',
  })
  readonly verifactuCertificates?: string;

  @EnvironmentVariable('VERIFACTU_MARKS', text(1, 4096), {
    default: './data/verifactu',
    description:
      'Folder, left out of backups, in which the service notes the latest Veri*factu record of each chain',
  })
  readonly verifactuMarks!: string;

  @EnvironmentVariable('VERIFACTU_URL', baseUrl, {
    description: "Address in place of AEAT's hosts, for tests",
  })
  readonly verifactuUrl?: string;

  @EnvironmentVariable('JOURNAL_DAYS', integer(1, 3650), {
    default: '90',
    description: 'Days that entries of the journal are kept',
  })
  readonly journalDays!: number;

  @EnvironmentVariable('OUTBOX_DELIVERED_DAYS', integer(1, 3650), {
    default: '30',
    description: 'Days that delivered mails and webhooks are kept',
  })
  readonly outboxDeliveredDays!: number;

  @EnvironmentVariable('OUTBOX_FAILED_DAYS', integer(1, 3650), {
    default: '90',
    description: 'Days that failed mails and webhooks are kept',
  })
  readonly outboxFailedDays!: number;

  @EnvironmentVariable('IDEMPOTENCY_HOURS', integer(1, 720), {
    default: '24',
    description: 'Hours that the response to a request with an Idempotency-Key is kept',
  })
  readonly idempotencyHours!: number;

  @EnvironmentVariable('BODY_DEADLINE_HOURS', integer(1, 168), {
    default: '24',
    description: 'Hours after which an unfinished import or upload is aborted with 408',
  })
  readonly bodyDeadlineHours!: number;

  @EnvironmentVariable('EXPORT_HOURS', integer(1, 720), {
    default: '24',
    description: 'Hours that the content of an export is kept',
  })
  readonly exportHours!: number;

  @EnvironmentVariable('INVOICE_RETENTION_YEARS', integer(0, 100), {
    default: '10',
    description:
      'Years that issued files of invoices and credit notes are kept, and the parties of those of an erased person',
  })
  readonly invoiceRetentionYears!: number;

  @EnvironmentVariable('SIMPLIFIED_INVOICE_LIMIT', integer(0, 1_000_000_000), {
    description:
      "Highest total of simplified invoices, with taxes, in the seller's currency; absent: the limit of the seller's country",
  })
  readonly simplifiedInvoiceLimit?: number;

  @EnvironmentVariable('LOG_LEVEL', oneOf(...logLevels), {
    default: 'info',
    description: `Minimum severity that is logged: ${logLevels.join(', ')}`,
  })
  readonly logLevel!: (typeof logLevels)[number];

  @EnvironmentVariable('METRICS_TOKEN', text(16, 1024), {
    description:
      'Token for reading `/metrics`, 16 characters or more; without it, the metrics are not accessible',
    secret: true,
  })
  readonly metricsToken?: string;

  @EnvironmentVariable('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl, {
    description:
      'Address for spans (OTLP over HTTP), such as `http://127.0.0.1:4318`; without it, no spans are recorded',
  })
  readonly otelExporterOtlpEndpoint?: string;

  @EnvironmentVariable('SMTP_URL', url('smtp', 'smtps'), {
    description:
      'Mail server for SEND_MAIL actions, `smtp://user:password@host:port`; without it, they fail',
    secret: true,
  })
  readonly smtpUrl?: string;

  @EnvironmentVariable('MAIL_FROM', text(3, 320), {
    description: 'Sender of the mails, for example shop@example.com; required with SMTP_URL',
  })
  readonly mailFrom?: string;

  @EnvironmentVariable('WEBHOOK_SECRETS', namedSecrets, {
    description:
      'Secrets that sign webhooks: `name=secret` pairs, comma-separated; NOTIFICATION actions refer to a name',
    secret: true,
  })
  readonly webhookSecrets?: ReadonlyMap<string, string>;

  @EnvironmentVariable('WEBHOOK_ENCRYPTION_KEY', base64Bytes(32), {
    description:
      'Key that encrypts the secrets of webhook subscriptions: 32 random bytes in Base64; without it, subscriptions are not available',
    secret: true,
  })
  readonly webhookEncryptionKey?: Buffer;

  @EnvironmentVariable('WEBHOOK_PRIVATE_ADDRESSES', onOff, {
    default: 'off',
    description: 'Whether webhooks may use addresses that are not public (private, loopback ...)',
  })
  readonly webhookPrivateAddresses!: boolean;

  /**
   * Reads the variables.
   * @throws ConfigurationError for the first invalid variable
   */
  static from(environment: Environment): Configuration {
    const configuration = new Configuration();
    const [firstError] = assignVariables(configuration, environment);
    if (firstError !== undefined) throw new ConfigurationError(firstError);
    return Object.freeze(configuration);
  }

  /** Returns all faults of the variables, one line each. */
  static findErrors(environment: Environment): string[] {
    return assignVariables(new Configuration(), environment);
  }
}
