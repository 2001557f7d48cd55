import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseReadOnly } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals, whereAtMost, whereNull, isViolationOf, DataAccess } from '../../../database';
import { FileNotFound, ServiceFileStore } from '../../../platform/media/files';
import { RetentionPeriod } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import { IssuedFile } from '../documents/entities/issued-file.entity';
import type { InvoiceFormat } from './document-pdf.dto';

const FOLDER = 'issued';

/** Maximum wait for a file that a concurrent request has recorded, but not stored yet. */
const CONCURRENT_REQUEST_TIMEOUT_MS = 1000;
const POLL_INTERVAL_MS = 50;

/** Number of files that are removed together. */
const SWEEP_BATCH_SIZE = 100;

const filePlan = createLoadPlan(IssuedFile, ['sha256', 'path']);
type RecordedFile = Pick<IssuedFile, 'sha256' | 'path'>;

/** Columns of an invoice or credit note that determine how long its files are kept. */
type IssuedDocument = Pick<SalesDocument, 'id' | 'date'>;

/**
 * The files of issued invoices and credit notes. Their bytes are stored when they are first handed out, and returned
 * from then on, until the document's retention ends. Exports contain path and hash; the bytes stay in the file store.
 */
@Injectable()
export class IssuedFiles {
  private readonly logger = new Logger(IssuedFiles.name);

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly files: ServiceFileStore,
    private readonly retention: RetentionPeriod,
  ) {}

  /**
   * Returns the stored bytes of a file. If nothing is stored, renders the file, and stores it unless the document's
   * retention has ended, or the database is read-only.
   * @returns the bytes to hand out, which are those of a concurrent request if it was faster
   * @throws FileStoreFull, FileStoreUnavailable, and the errors of `render`
   */
  async getOrRender(
    document: IssuedDocument,
    format: InvoiceFormat,
    render: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const known = await this.find(document.id, format);
    const stored = known && (await this.readBytes(known));
    if (stored) return stored;
    const bytes = await render();
    if (!this.retention.covers(document.date)) return bytes;
    try {
      return await this.store(document, format, bytes, known);
    } catch (error) {
      if (!(error instanceof DatabaseReadOnly)) throw error;
      const sha256 = hash('sha256', bytes, 'hex');
      this.logger.warn(
        `The database is read-only: ${format} of document ${document.id} was handed out, but not stored. SHA-256 ${sha256}`,
      );
      return bytes;
    }
  }

  /** Stores and records a file. @param known the file's record, if there is one @returns the bytes to hand out */
  private async store(
    document: IssuedDocument,
    format: InvoiceFormat,
    bytes: Buffer,
    known: RecordedFile | undefined,
  ): Promise<Buffer> {
    const sha256 = hash('sha256', bytes, 'hex');
    const isRecorded = known !== undefined && known.path !== null;
    if (isRecorded && known.sha256 !== sha256) return this.awaitConcurrentFile(known, bytes);
    // Stage the bytes before the row is written, and publish them afterwards: sweeps remove what a crash leaves behind.
    const staged = await this.files.stage(toChunks(bytes));
    try {
      const recorded = isRecorded ? known : await this.record(document, format, sha256);
      if (recorded.sha256 !== sha256) return await this.awaitConcurrentFile(recorded, bytes);
      await this.files.publish(staged, FOLDER, toStorageName(sha256));
      return bytes;
    } finally {
      await this.files.discard(staged);
    }
  }

  /** Removes the files of documents whose retention has ended. @returns their number */
  async sweep(): Promise<number> {
    const { loader, unitOfWork, writer } = this.dataAccess;
    const end = new Date(this.retention.getStart().getTime() - 1);
    const options = { order: [{ property: 'id' as const }], limit: SWEEP_BATCH_SIZE };
    for (let swept = 0; ;) {
      const ids = await loader.listIds(IssuedFile, [whereAtMost('documentDate', end)], options);
      if (ids.length === 0) return swept;
      const found = await loader.listByIds(IssuedFile, ids, filePlan);
      // Remove the files before their rows: a file without a row would never be removed.
      for (const { path } of found) if (path !== null) await this.removeBytes(path);
      swept += await unitOfWork.run(() => writer.remove(IssuedFile, { id: ids }));
    }
  }

  private async find(documentId: number, format: InvoiceFormat): Promise<RecordedFile | undefined> {
    const conditions = [whereEquals('documentId', documentId), whereEquals('form', format)];
    const [found] = await this.dataAccess.loader.listWhere(IssuedFile, conditions, filePlan);
    return found;
  }

  /** Records a file, unless a concurrent request has. @returns the recorded file */
  private async record(
    { id: documentId, date: documentDate }: IssuedDocument,
    format: InvoiceFormat,
    sha256: string,
  ): Promise<RecordedFile> {
    const { journal, unitOfWork, writer } = this.dataAccess;
    const path = `${FOLDER}/${toStorageName(sha256)}`;
    const columns = { sha256, path, documentDate };
    const conditions = [
      whereEquals('documentId', documentId),
      whereEquals('form', format),
      whereNull('path'),
    ];
    let recorded: RecordedFile | undefined;
    try {
      recorded = await unitOfWork.run(async () => {
        const before = await this.find(documentId, format);
        if (!before) await writer.insert(IssuedFile, [{ documentId, form: format, ...columns }]);
        else if ((await writer.update(IssuedFile, conditions, columns)) === 0) return undefined;
        journal.recordAction(SalesDocument, [documentId], 'generated');
        if (before && before.sha256 !== sha256) this.warnOfDifference(before, sha256);
        return { sha256, path };
      });
    } catch (error) {
      if (!isViolationOf(error, 'unique')) throw error;
    }
    // Another request was faster. Read its row in a unit of work, because a replica may not have the row yet.
    recorded ??= await unitOfWork.run(() => this.find(documentId, format));
    return recorded ?? { sha256, path };
  }

  /**
   * Waits for the file of a concurrent request, whose hash differs from that of `bytes`.
   * @returns the bytes of that file, or `bytes` if it is not stored in time
   */
  private async awaitConcurrentFile(recorded: RecordedFile, bytes: Buffer): Promise<Buffer> {
    for (let waited = 0; waited < CONCURRENT_REQUEST_TIMEOUT_MS; waited += POLL_INTERVAL_MS) {
      const stored = await this.readBytes(recorded);
      if (stored) return stored;
      await pause(POLL_INTERVAL_MS);
    }
    this.warnOfDifference(recorded, hash('sha256', bytes, 'hex'));
    return bytes;
  }

  private async readBytes({ sha256, path }: RecordedFile): Promise<Buffer | undefined> {
    if (path === null) return undefined;
    try {
      const { content } = await this.files.read(FOLDER, path.slice(FOLDER.length + 1));
      const bytes = await buffer(content);
      if (hash('sha256', bytes, 'hex') === sha256) return bytes;
      this.logger.error(`The issued file ${path} is damaged`);
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
    }
    return undefined;
  }

  private async removeBytes(path: string): Promise<void> {
    try {
      await this.files.remove(FOLDER, path.slice(FOLDER.length + 1));
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
    }
  }

  private warnOfDifference({ sha256 }: RecordedFile, newSha256: string): void {
    this.logger.warn(
      `An issued file is not in the file store: SHA-256 ${sha256}. The new one has ${newSha256}`,
    );
  }
}

/** Name below the folder: some file systems are slow with a million files in one folder. */
function toStorageName(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
