/** Settings that depend on each other; invalid ones are undefined. */
export interface DependentSettings {
  readonly databaseUrl?: string;
  readonly databaseReadUrl?: string;
  readonly databaseReadLagSeconds?: number;
  readonly databaseReadOwnSeconds?: number;
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
  readonly s3AccessKeyId?: string;
  readonly s3SecretAccessKey?: string;
}

/** Finds conflicts between variables that are valid individually. */
export function* findSettingConflicts(settings: DependentSettings): Generator<string> {
  if (settings.databaseReadUrl !== undefined) yield* findReplicaConflicts(settings);
  if (settings.smtpUrl !== undefined && settings.mailFrom === undefined) {
    yield 'SMTP_URL needs MAIL_FROM, the sender of its mails';
  }
  if ((settings.s3AccessKeyId === undefined) !== (settings.s3SecretAccessKey === undefined)) {
    yield 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together';
  }
}

function* findReplicaConflicts({
  databaseUrl,
  databaseReadLagSeconds: maxLagSeconds = 0,
  databaseReadOwnSeconds: readOwnSeconds = 0,
}: DependentSettings): Generator<string> {
  if (databaseUrl?.startsWith('sqlite:') === true)
    yield 'DATABASE_READ_URL needs a DATABASE_URL of MySQL or MariaDB: an SQLite file has no replica';
  if (readOwnSeconds > 0 && readOwnSeconds < maxLagSeconds)
    yield `DATABASE_READ_OWN_SECONDS must be 0 or at least DATABASE_READ_LAG_SECONDS (${maxLagSeconds}), the maximum lag of the replica (it is ${readOwnSeconds})`;
}
