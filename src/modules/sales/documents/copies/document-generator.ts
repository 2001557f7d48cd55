import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { NotFound, DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { whereIn, DataAccess, isViolationOf } from '../../../../database';
import { CatalogRepository } from '../../../../platform/catalog';
import type { DocumentKind } from '../document-kinds';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';
import { DocumentWriter } from '../writing/document-writer';
import { type CopySource, copySourcePlan } from './copy-source';
import { type DocumentCopySpec, toDocumentDraft } from './document-copy';
import { AlreadyGenerated } from './generation-errors';

const MAX_ATTEMPTS = 10;

/** A document that was generated from a source document. */
export type GeneratedDocument = Pick<
  SalesDocument,
  'id' | 'documentNumber' | 'date' | 'soleParentId'
>;

const generatedPlan = createLoadPlan(SalesDocument, ['documentNumber', 'date', 'soleParentId']);

/**
 * Generates documents from others: invoices, delivery notes, RMAs, returns and credit notes. Every method except
 * `runInUnitOfWorkWithRetry` needs an open unit of work. The number of statements doesn't grow with the number of
 * documents and rows.
 */
@Injectable()
export class DocumentGenerator {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly catalog: CatalogRepository,
    private readonly writer: DocumentWriter,
    private readonly clock: Clock,
  ) {}

  /** Locks documents until the unit of work ends, and reads them with all parts, by ascending id. */
  async lockAndLoadSources(kind: DocumentKind, ids: readonly number[]): Promise<CopySource[]> {
    await this.documents.lock(ids);
    return this.documents.list(kind, [whereIn('id', ids)], copySourcePlan);
  }

  /** Locks and reads one document. @throws NotFound */
  async lockAndLoadSource(kind: DocumentKind, id: number): Promise<CopySource> {
    const [source] = await this.lockAndLoadSources(kind, [id]);
    if (!source) throw new NotFound({ resource: kind, id });
    return source;
  }

  /**
   * Finds the documents that were already generated from sources.
   * @param kind a kind of which each source has at most one
   * @returns the documents by their source's id
   */
  async findGenerated(
    kind: DocumentKind,
    sourceIds: readonly number[],
  ): Promise<Map<number, GeneratedDocument>> {
    const conditions = [whereIn('soleParentId', sourceIds)];
    const found = await this.documents.list(kind, conditions, generatedPlan);
    return new Map(found.map((one) => [one.soleParentId as number, one]));
  }

  /** @throws AlreadyGenerated if the source already has its only document of this kind */
  async requireNotGenerated(kind: DocumentKind, sourceId: number): Promise<void> {
    const existing = (await this.findGenerated(kind, [sourceId])).get(sourceId);
    if (existing) throw new AlreadyGenerated({ kind, id: existing.id });
  }

  /** Stores copies, each with its number. @returns their ids, in order */
  async store(copies: readonly DocumentCopySpec[]): Promise<number[]> {
    const headquarterIds = copies
      .map(({ source }) => source.headquarterId)
      .filter((id) => id !== 0);
    const headquarters = await this.catalog.listByIds('headquarter', headquarterIds);
    const seriesByHeadquarterId = new Map(headquarters.map(({ id, series }) => [id, series]));
    const context = {
      now: this.clock.now(),
      getSeries: (id: number) => seriesByHeadquarterId.get(id),
    };
    const ids = await this.writer.insert(copies.map((copy) => toDocumentDraft(copy, context)));
    const sources = new Set(copies.map(({ source }) => source.id));
    this.dataAccess.journal.recordAction(SalesDocument, sources, 'generated');
    return ids;
  }

  /**
   * Runs work that generates documents in a unit of work, or in a savepoint of the current one. Runs it again
   * when another request has just stored a document with the same pId, number or source.
   * @throws DatabaseBusy after 10 attempts
   */
  async runInUnitOfWorkWithRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataAccess.unitOfWork.runInSavepoint(work);
      } catch (error) {
        if (!isViolationOf(error, 'unique')) throw error;
        if (attempt === MAX_ATTEMPTS) throw Object.assign(new DatabaseBusy(), { cause: error });
      }
    }
  }
}
