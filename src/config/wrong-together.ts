interface Given {
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
  readonly s3AccessKeyId?: string;
  readonly s3SecretAccessKey?: string;
}

/** What is wrong with variables that are right by themselves. */
export function* wrongTogether(given: Given): Generator<string> {
  if (given.smtpUrl !== undefined && given.mailFrom === undefined) {
    yield 'SMTP_URL needs MAIL_FROM, the sender of its mails';
  }
  if ((given.s3AccessKeyId === undefined) !== (given.s3SecretAccessKey === undefined)) {
    yield 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both, or none';
  }
}
