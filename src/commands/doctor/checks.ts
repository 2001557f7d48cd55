import { existsSync } from 'node:fs';
import { greetRedis } from '../../api/rate-limits/redis-points';
import { Configuration } from '../../config/configuration';
import { variables } from '../../config/variable';
import { inspectDatabase } from '../../database';
import { isFileStore, parseFilesUrl, tryFileStore } from '../../platform/media/files';
import { MailAttachments, MailSender } from '../../platform/events/outbox';
import { templateFaults } from '../../modules/sales';
import { assertFilesLocation, assertDatabaseLocation, withDatabaseDiagnostics } from '../../bootstrap/open-store';
import { explainUnsafeFolder } from '../../bootstrap/system-folders';
import type { Environment } from '../running';

/**
 * What was found: all right, a risk, wrong, or nothing to look at (not configured, or something before it is wrong).
 */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'wrong' | '-';
  readonly says: string;
}

/** Asks the operator whether something may be written there. @param place what it is, as a sentence */
export type MayWrite = (place: string) => Promise<boolean>;

/** One thing to look at. It changes nothing that lasts. */
export interface Check {
  readonly name: string;
  readonly look: (configuration: Configuration, mayWrite: MayWrite) => Promise<Finding>;
}

const ok = (says: string): Finding => ({ state: 'ok', says });
const wrong = (says: string): Finding => ({ state: 'wrong', says });
const nothing = (says: string): Finding => ({ state: '-', says });

/** The variables: each that is wrong has a line. */
export function lookAtSettings(environment: Environment): Finding[] {
  const faults = Configuration.faultsOf(environment);
  if (faults.length > 0) return faults.map(wrong);
  const set = variables().filter(({ name }) => (environment[name] ?? '') !== '');
  const names = set.map(({ name }) => name).join(', ');
  return [ok(names === '' ? 'all by default' : `all by default but ${names}`)];
}

const NO_DATABASE = 'there is none yet; the first start makes it';

/** What the service stands on, once the settings are right. */
export const checks: readonly Check[] = [
  { name: 'database', look: lookAtDatabase },
  { name: 'schema', look: lookAtSchema },
  { name: 'replica', look: lookAtReplica },
  { name: 'file store', look: lookAtFiles },
  { name: 'Redis', look: lookAtRedis },
  { name: 'mail', look: lookAtMail },
  { name: 'documents', look: lookAtTemplates },
];

async function lookAtDatabase({ databaseUrl }: Configuration): Promise<Finding> {
  assertDatabaseLocation(databaseUrl);
  const found = await withDatabaseDiagnostics(databaseUrl, () => inspectDatabase(databaseUrl));
  return ok(found?.server ?? NO_DATABASE);
}

async function lookAtSchema({ databaseUrl }: Configuration): Promise<Finding> {
  const found = await inspectDatabase(databaseUrl).catch(() => null);
  if (found === null) return nothing('the database is out of reach');
  if (found === undefined) return nothing(NO_DATABASE);
  const { done, pending, unknown } = found;
  if (unknown.length > 0) {
    return wrong(
      `it is of a newer version of the service, with ${unknown.join(', ')}: update this one`,
    );
  }
  const state = `${done} migrations have run`;
  if (pending.length === 0) return ok(`${state}, it is up to date`);
  return ok(`${state}; the next start, or migrate, runs ${pending.length} more`);
}

async function lookAtReplica(configuration: Configuration): Promise<Finding> {
  const { databaseUrl, databaseReadUrl: url } = configuration;
  if (url === undefined) {
    return nothing('DATABASE_READ_URL is not set: lists are read where all else is');
  }
  const replica = await withDatabaseDiagnostics(url, () => inspectDatabase(url), 'DATABASE_READ_URL');
  const primary = await inspectDatabase(databaseUrl).catch(() => undefined);
  const lacking = (primary?.done ?? 0) - (replica?.done ?? 0);
  if (lacking > 0) {
    return wrong(
      `DATABASE_READ_URL: ${lacking} migrations of DATABASE_URL are not there: does it replicate from there?`,
    );
  }
  return ok(replica?.server ?? '');
}

async function lookAtFiles(configuration: Configuration, mayWrite: MayWrite): Promise<Finding> {
  await assertFilesLocation(configuration);
  const url = parseFilesUrl(configuration.filesUrl);
  const place = url.kind === 'local' ? url.folder : configuration.filesUrl;
  const unfit = url.kind === 'local' ? explainUnsafeFolder(url.folder) : undefined;
  const found = (says: string): Finding => (unfit === undefined ? ok(says) : warn(unfit, says));
  if (url.kind === 'local' && !existsSync(url.folder)) {
    return found(`${place} is not there yet; the start makes it`);
  }
  const isStore = unfit === undefined && (await isFileStore(configuration));
  const doubt = unfit ?? `${place} holds no file store yet`;
  if (!isStore && !(await mayWrite(doubt))) {
    return found(`${place} was not tried, as it holds no file store yet; --write stores a file`);
  }
  await tryFileStore(configuration);
  return found(`a file was stored and removed again, ${place}`);
}

function warn(unfit: string, says: string): Finding {
  const risk = 'everybody can download what is in it: name another folder';
  return { state: 'warn', says: `FILES_URL: ${unfit}; ${risk} (${says})` };
}

async function lookAtRedis({ redisUrl, rateLimit }: Configuration): Promise<Finding> {
  if (redisUrl === undefined) return nothing('REDIS_URL is not set: limits are counted in memory');
  if (rateLimit === undefined) return nothing('RATE_LIMIT is off: Redis is not asked');
  try {
    return ok(`Redis ${await greetRedis(redisUrl)}`);
  } catch (error) {
    return wrong(`REDIS_URL: there is no answer (${(error as Error).message})`);
  }
}

async function lookAtMail(configuration: Configuration): Promise<Finding> {
  if (configuration.smtpUrl === undefined) {
    return nothing('SMTP_URL is not set: SEND_MAIL actions fail');
  }
  try {
    await new MailSender(configuration, new MailAttachments()).greet();
    return ok(`the server takes mails from ${configuration.mailFrom ?? ''}`);
  } catch (error) {
    return wrong(`SMTP_URL: the server does not take mails (${(error as Error).message})`);
  }
}

async function lookAtTemplates(configuration: Configuration): Promise<Finding> {
  const { documentTemplates: folder } = configuration;
  if (folder === undefined) {
    return nothing('DOCUMENT_TEMPLATES is not set: the shipped templates are used');
  }
  const faults = await templateFaults(configuration);
  if (faults.length === 0) return ok(`all documents were set with the templates of ${folder}`);
  const [{ message } = { message: '' }] = faults;
  const kinds = faults.map(({ kind }) => kind).join(', ');
  return wrong(
    `DOCUMENT_TEMPLATES: broken for ${kinds}, which get the shipped templates: ${message}`,
  );
}
