import { existsSync } from 'node:fs';
import { pingRedis } from '../../api/rate-limits/redis-rate-limiter';
import { Configuration } from '../../config/configuration';
import { variables } from '../../config/variable';
import { inspectDatabase } from '../../database';
import { isFileStore, parseFilesUrl, probeFileStore } from '../../platform/media/files';
import { MailAttachments, MailSender } from '../../platform/events/outbox';
import { listTemplateErrors } from '../../modules/sales';
import {
  assertFilesLocation,
  assertDatabaseLocation,
  withDatabaseDiagnostics,
} from '../../bootstrap/open-store';
import { explainUnsafeFolder } from '../../bootstrap/unsafe-folders';
import type { Environment } from '../command-app';

/**
 * What was found: all right, a risk, wrong, or nothing to look at (not configured, or something before it is wrong).
 */
export interface CheckResult {
  readonly state: 'ok' | 'warn' | 'wrong' | '-';
  readonly message: string;
}

/** Asks the operator whether something may be written there. @param place what it is, as a sentence */
export type ConfirmWrite = (place: string) => Promise<boolean>;

/** One thing to look at. It changes nothing that lasts. */
export interface DoctorCheck {
  readonly name: string;
  readonly run: (configuration: Configuration, mayWrite: ConfirmWrite) => Promise<CheckResult>;
}

const okResult = (says: string): CheckResult => ({ state: 'ok', message: says });
const wrongResult = (says: string): CheckResult => ({ state: 'wrong', message: says });
const skippedResult = (says: string): CheckResult => ({ state: '-', message: says });

/** The variables: each that is wrong has a line. */
export function checkSettings(environment: Environment): CheckResult[] {
  const faults = Configuration.findErrors(environment);
  if (faults.length > 0) return faults.map(wrongResult);
  const set = variables().filter(({ name }) => (environment[name] ?? '') !== '');
  const names = set.map(({ name }) => name).join(', ');
  return [okResult(names === '' ? 'all by default' : `all by default but ${names}`)];
}

const NO_DATABASE = 'there is none yet; the first start makes it';

/** What the service stands on, once the settings are right. */
export const doctorChecks: readonly DoctorCheck[] = [
  { name: 'database', run: checkDatabase },
  { name: 'schema', run: checkSchema },
  { name: 'replica', run: checkReplica },
  { name: 'file store', run: checkFiles },
  { name: 'Redis', run: checkRedis },
  { name: 'mail', run: checkMail },
  { name: 'documents', run: checkTemplates },
];

async function checkDatabase({ databaseUrl }: Configuration): Promise<CheckResult> {
  assertDatabaseLocation(databaseUrl);
  const found = await withDatabaseDiagnostics(databaseUrl, () => inspectDatabase(databaseUrl));
  return okResult(found?.server ?? NO_DATABASE);
}

async function checkSchema({ databaseUrl }: Configuration): Promise<CheckResult> {
  const found = await inspectDatabase(databaseUrl).catch(() => null);
  if (found === null) return skippedResult('the database is out of reach');
  if (found === undefined) return skippedResult(NO_DATABASE);
  const { done, pending, refusal, unknown } = found;
  if (refusal !== undefined) return wrongResult(refusal);
  if (unknown.length > 0) {
    return wrongResult(
      `it is of a newer version of the service, with ${unknown.join(', ')}: update this one`,
    );
  }
  const state = `${done} migrations have run`;
  if (pending.length === 0) return okResult(`${state}, it is up to date`);
  return okResult(`${state}; the next start, or migrate, runs ${pending.length} more`);
}

async function checkReplica(configuration: Configuration): Promise<CheckResult> {
  const { databaseUrl, databaseReadUrl: url } = configuration;
  if (url === undefined) {
    return skippedResult('DATABASE_READ_URL is not set: lists are read where all else is');
  }
  const replica = await withDatabaseDiagnostics(
    url,
    () => inspectDatabase(url),
    'DATABASE_READ_URL',
  );
  const primary = await inspectDatabase(databaseUrl).catch(() => undefined);
  const lacking = (primary?.done ?? 0) - (replica?.done ?? 0);
  if (lacking > 0) {
    return wrongResult(
      `DATABASE_READ_URL: ${lacking} migrations of DATABASE_URL are not there: does it replicate from there?`,
    );
  }
  return okResult(replica?.server ?? '');
}

async function checkFiles(
  configuration: Configuration,
  mayWrite: ConfirmWrite,
): Promise<CheckResult> {
  await assertFilesLocation(configuration);
  const url = parseFilesUrl(configuration.filesUrl);
  const place = url.kind === 'local' ? url.folder : configuration.filesUrl;
  const unfit = url.kind === 'local' ? explainUnsafeFolder(url.folder) : undefined;
  const found = (says: string): CheckResult =>
    unfit === undefined ? okResult(says) : riskResult(unfit, says);
  if (url.kind === 'local' && !existsSync(url.folder)) {
    return found(`${place} is not there yet; the start makes it`);
  }
  const isStore = unfit === undefined && (await isFileStore(configuration));
  const doubt = unfit ?? `${place} holds no file store yet`;
  if (!isStore && !(await mayWrite(doubt))) {
    return found(`${place} was not tried, as it holds no file store yet; --write stores a file`);
  }
  await probeFileStore(configuration);
  return found(`a file was stored and removed again, ${place}`);
}

function riskResult(unfit: string, says: string): CheckResult {
  const risk = 'everybody can download what is in it: name another folder';
  return { state: 'warn', message: `FILES_URL: ${unfit}; ${risk} (${says})` };
}

async function checkRedis({ redisUrl, rateLimit }: Configuration): Promise<CheckResult> {
  if (redisUrl === undefined)
    return skippedResult('REDIS_URL is not set: limits are counted in memory');
  if (rateLimit === undefined) return skippedResult('RATE_LIMIT is off: Redis is not asked');
  try {
    return okResult(`Redis ${await pingRedis(redisUrl)}`);
  } catch (error) {
    return wrongResult(`REDIS_URL: there is no answer (${(error as Error).message})`);
  }
}

async function checkMail(configuration: Configuration): Promise<CheckResult> {
  if (configuration.smtpUrl === undefined) {
    return skippedResult('SMTP_URL is not set: SEND_MAIL actions fail');
  }
  try {
    await new MailSender(configuration, new MailAttachments()).verifyConnection();
    return okResult(`the server takes mails from ${configuration.mailFrom ?? ''}`);
  } catch (error) {
    return wrongResult(`SMTP_URL: the server does not take mails (${(error as Error).message})`);
  }
}

async function checkTemplates(configuration: Configuration): Promise<CheckResult> {
  const { documentTemplates: folder } = configuration;
  if (folder === undefined) {
    return skippedResult('DOCUMENT_TEMPLATES is not set: the shipped templates are used');
  }
  const faults = await listTemplateErrors(configuration);
  if (faults.length === 0)
    return okResult(`all documents were set with the templates of ${folder}`);
  const [{ message } = { message: '' }] = faults;
  const kinds = faults.map(({ kind }) => kind).join(', ');
  return wrongResult(
    `DOCUMENT_TEMPLATES: broken for ${kinds}, which get the shipped templates: ${message}`,
  );
}
