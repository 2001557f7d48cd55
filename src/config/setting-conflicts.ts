/** Settings that go together; those that are wrong by themselves are missing. */
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

/** What is wrong with variables that are right by themselves. */
export function* findSettingConflicts(given: DependentSettings): Generator<string> {
  if (given.databaseReadUrl !== undefined) yield* findReplicaConflicts(given);
  if (given.smtpUrl !== undefined && given.mailFrom === undefined) {
    yield 'SMTP_URL needs MAIL_FROM, the sender of its mails';
  }
  if ((given.s3AccessKeyId === undefined) !== (given.s3SecretAccessKey === undefined)) {
    yield 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both, or none';
  }
}

function* findReplicaConflicts({
  databaseUrl,
  databaseReadLagSeconds: lag = 0,
  databaseReadOwnSeconds: own = 0,
}: DependentSettings): Generator<string> {
  if (databaseUrl?.startsWith('sqlite:') === true)
    yield 'DATABASE_READ_URL needs a DATABASE_URL of MySQL or MariaDB: a SQLite file has no replica';
  if (own > 0 && own < lag)
    yield `DATABASE_READ_OWN_SECONDS must be 0, or DATABASE_READ_LAG_SECONDS (${lag}) at least (it is ${own}): the replica may be that far behind`;
}
