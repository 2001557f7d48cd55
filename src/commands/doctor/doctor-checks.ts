import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { existsSync } from 'node:fs';
import { readRedisVersion } from '../../api/rate-limits/redis-rate-limiter';
import { Configuration } from '../../config/configuration';
import { listVariables } from '../../config/environment-variable';
import { inspectDatabase } from '../../database';
import { hasFileStore, parseFilesUrl, probeFileStore } from '../../platform/media/files';
import { AttachmentFactories, MailSender } from '../../platform/events/outbox';
import { listTemplateErrors } from '../../modules/sales';
import {
  assertFilesLocation,
  assertDatabaseLocation,
  withDatabaseDiagnostics,
} from '../../bootstrap/prepare-store';
import { explainUnsafeFolder } from '../../bootstrap/unsafe-folders';
import type { Environment } from '../../config/assign-variables';

/** The result of a check: fine, a risk, wrong, or skipped (not configured, or an earlier check failed). */
export interface CheckResult {
  readonly state: 'ok' | 'warn' | 'wrong' | '-';
  readonly message: string;
}

/** Asks the operator for permission to write. @param reason sentence that describes the location */
export type ConfirmWrite = (reason: string) => Promise<boolean>;

/** A check of the installation, without lasting changes. */
export interface DoctorCheck {
  readonly name: string;
  readonly run: (configuration: Configuration, confirmWrite: ConfirmWrite) => Promise<CheckResult>;
}

const okResult = (message: string): CheckResult => ({ state: 'ok', message });
const wrongResult = (message: string): CheckResult => ({ state: 'wrong', message });
const skippedResult = (message: string): CheckResult => ({ state: '-', message });

/** Checks the variables; there is a result for each invalid one. */
export function checkSettings(environment: Environment): CheckResult[] {
  const faults = Configuration.findErrors(environment);
  if (faults.length > 0) return faults.map(wrongResult);
  const configuredVariables = listVariables().filter(
    ({ name }) => (environment[name] ?? '') !== '',
  );
  const names = configuredVariables.map(({ name }) => name).join(', ');
  return [okResult(names === '' ? 'all defaults' : `defaults except ${names}`)];
}

const NO_DATABASE_MESSAGE = 'not created yet; the first start creates it';

/** The checks of everything that the service depends on; they need valid settings. */
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
  const inspection = await withDatabaseDiagnostics(databaseUrl, () => inspectDatabase(databaseUrl));
  return okResult(inspection?.description ?? NO_DATABASE_MESSAGE);
}

async function checkSchema({ databaseUrl }: Configuration): Promise<CheckResult> {
  const inspection = await inspectDatabase(databaseUrl).catch(() => null);
  if (inspection === null) return skippedResult('the database is not reachable');
  if (inspection === undefined) return skippedResult(NO_DATABASE_MESSAGE);
  const { executedMigrations, pendingMigrations, incompatibility, unknownMigrations } = inspection;
  if (incompatibility !== undefined) return wrongResult(incompatibility);
  if (unknownMigrations.length > 0) {
    return wrongResult(
      `a newer version of the service has migrated it (${unknownMigrations.join(', ')}); update this one`,
    );
  }
  const migrationSummary = `${executedMigrations.length} migrations have run`;
  if (pendingMigrations.length === 0) return okResult(`${migrationSummary}; it is up to date`);
  return okResult(
    `${migrationSummary}; the next start, or migrate, runs ${pendingMigrations.length} more`,
  );
}

async function checkReplica(configuration: Configuration): Promise<CheckResult> {
  const { databaseUrl, databaseReadUrl: url } = configuration;
  if (url === undefined) {
    return skippedResult('DATABASE_READ_URL is not set: lists are read from DATABASE_URL');
  }
  const replica = await withDatabaseDiagnostics(
    url,
    () => inspectDatabase(url),
    'DATABASE_READ_URL',
  );
  const primary = await inspectDatabase(databaseUrl).catch(() => undefined);
  const missing =
    (primary?.executedMigrations.length ?? 0) - (replica?.executedMigrations.length ?? 0);
  if (missing > 0) {
    return wrongResult(
      `DATABASE_READ_URL: ${missing} migrations of DATABASE_URL are missing; check that it replicates DATABASE_URL`,
    );
  }
  return okResult(replica?.description ?? '');
}

async function checkFiles(
  configuration: Configuration,
  confirmWrite: ConfirmWrite,
): Promise<CheckResult> {
  await assertFilesLocation(configuration);
  const url = parseFilesUrl(configuration.filesUrl);
  const location = url.kind === 'local' ? url.folder : configuration.filesUrl;
  const unsafeReason = url.kind === 'local' ? explainUnsafeFolder(url.folder) : undefined;
  const toResult = (message: string): CheckResult =>
    unsafeReason === undefined ? okResult(message) : riskResult(unsafeReason, message);
  if (url.kind === 'local' && !existsSync(url.folder)) {
    return toResult(`${location} does not exist yet; the start creates it`);
  }
  const isFileStore = unsafeReason === undefined && (await hasFileStore(configuration));
  const confirmationReason = unsafeReason ?? `${location} is not a file store yet`;
  if (!isFileStore && !(await confirmWrite(confirmationReason))) {
    return toResult(
      `${location} was not tested, because it is not a file store yet; --write stores a file`,
    );
  }
  await probeFileStore(configuration);
  return toResult(`a file was stored and removed again in ${location}`);
}

function riskResult(unsafeReason: string, message: string): CheckResult {
  const risk = 'everybody can download its content; set another folder';
  return { state: 'warn', message: `FILES_URL: ${unsafeReason}; ${risk} (${message})` };
}

async function checkRedis({ redisUrl, rateLimit }: Configuration): Promise<CheckResult> {
  if (redisUrl === undefined)
    return skippedResult('REDIS_URL is not set: limits are counted in memory');
  if (rateLimit === undefined) return skippedResult('RATE_LIMIT is off: Redis is not used');
  try {
    return okResult(`Redis ${await readRedisVersion(redisUrl)}`);
  } catch (error) {
    return wrongResult(`REDIS_URL: Redis does not respond (${(error as Error).message})`);
  }
}

async function checkMail(configuration: Configuration): Promise<CheckResult> {
  if (configuration.smtpUrl === undefined) {
    return skippedResult('SMTP_URL is not set: SEND_MAIL actions fail');
  }
  const attachments = new AttachmentFactories(new DiscoveryService(new ModulesContainer()));
  try {
    await new MailSender(configuration, attachments).verifyConnection();
    return okResult(`the server accepts mails from ${configuration.mailFrom ?? ''}`);
  } catch (error) {
    return wrongResult(`SMTP_URL: the server does not accept mails (${(error as Error).message})`);
  }
}

async function checkTemplates(configuration: Configuration): Promise<CheckResult> {
  const { documentTemplates: folder } = configuration;
  if (folder === undefined) {
    return skippedResult('DOCUMENT_TEMPLATES is not set: the built-in templates are used');
  }
  const faults = await listTemplateErrors(configuration);
  if (faults.length === 0)
    return okResult(`all documents were rendered with the templates of ${folder}`);
  const [{ message } = { message: '' }] = faults;
  const kinds = faults.map(({ kind }) => kind).join(', ');
  return wrongResult(
    `DOCUMENT_TEMPLATES: broken for ${kinds}; the built-in templates are used instead: ${message}`,
  );
}
