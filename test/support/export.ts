import { PassThrough, Readable } from 'node:stream';
import { DataAccess } from '../../src/database';
import { type ExportTotals, writeExport } from '../../src/platform/data-transfer/exports';
import { FileStore, getParentFolder, ROOT_FOLDER } from '../../src/platform/media/files';
import { ImportService, type ImportSummary } from '../../src/platform/data-transfer/imports';
import { WebhookSecrets } from '../../src/platform/events/webhooks';
import type { Service } from './service/service';

/** The totals of an export, and its lines. */
export interface ExportWithLines extends ExportTotals {
  readonly exportedLines: string[];
}

/** Exports a service, as the command does. @param options.since only what has changed after that position */
export async function exportService(
  { app }: Service,
  { secrets = false, since }: { readonly secrets?: boolean; readonly since?: number } = {},
): Promise<ExportWithLines> {
  const output = new PassThrough({ highWaterMark: 1 << 30 });
  const exporting = { ...app.get(DataAccess), files: app.get(FileStore) };
  const done = await writeExport(exporting, output, {
    language: 'en',
    ...(secrets && { secretDecryptor: app.get(WebhookSecrets) }),
    ...(since !== undefined && { since }),
  });
  output.end();
  let text = '';
  for await (const chunk of output) text += String(chunk);
  return { ...done, exportedLines: text.split('\n').slice(0, -1) };
}

/** Copies the files of a service: an export only lists them. */
export async function copyFiles(from: Service, to: Service): Promise<void> {
  const source = from.app.get(FileStore);
  const target = to.app.get(FileStore);
  for await (const path of source.listPaths()) {
    const { content } = await source.read(path);
    const staged = await target.stage(content);
    if (getParentFolder(path) !== ROOT_FOLDER) await target.createFolder(getParentFolder(path));
    await target.publish([{ staged, path }], { replace: true });
  }
}

/** Imports lines as the command does, with all that this may. */
export function importAsCommand(
  { app }: Service,
  lines: readonly string[],
): Promise<ImportSummary> {
  const input = Readable.from(lines.map((line) => `${line}\n`));
  return app.get(ImportService).run(input, { scopes: new Set(['*']), isOperator: true });
}
