import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { NotFound, DatabaseBusy } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { isOneOf, Stores, isViolationOf } from '../../../../database';
import { Catalog } from '../../../../platform/catalog';
import type { DocumentKind } from '../document-kinds';
import { Documents } from '../documents';
import { SalesDocument } from '../entities/document.entity';
import { DocumentWriter } from '../writing/document-writer';
import {
  addressColumns,
  discountColumns,
  documentColumns,
  optionColumns,
  rowColumns,
  shippingColumns,
  stockColumns,
  tagColumns,
  taxColumns,
  totalColumns,
  valueColumns,
  voucherColumns,
} from './copied-columns';
import { type DocumentCopy, toDocumentDraft } from './document-copy';

const MAX_ATTEMPTS = 10;

/** A document that was made of a source. */
export type GeneratedDocument = Pick<
  SalesDocument,
  'id' | 'documentNumber' | 'date' | 'soleParentId'
>;

/** All of a document that a copy may take over. */
const sourcePlan = createLoadPlan(
  SalesDocument,
  [
    ...documentColumns,
    ...totalColumns,
    'type',
    'pId',
    'documentNumber',
    'status',
    'version',
    'shippings',
    'credited',
  ],
  {
    addresses: addressColumns,
    rows: [...rowColumns, 'parentRowId', 'sourceRowId', 'returned'],
    options: [...optionColumns, 'rowId'],
    optionValues: [...valueColumns, 'rowOptionId'],
    stocks: [...stockColumns, 'rowId'],
    taxes: [...taxColumns, 'rowId'],
    discounts: [...discountColumns, 'rowId', 'shipmentId'],
    vouchers: voucherColumns,
    customTags: [...tagColumns, 'rowId'],
    shipments: [...shippingColumns, 'taxes'],
    shipmentRows: ['shipmentId', 'rowId', 'quantity'],
  },
);
const generatedPlan = createLoadPlan(SalesDocument, ['documentNumber', 'date', 'soleParentId']);

/**
 * Documents that are made of others: an order's invoice, a shipment's delivery note, RMAs, returns and credit
 * notes. Everything but `retried` runs inside a unit of work, with as many statements for many documents and
 * lines as for one.
 */
@Injectable()
export class DocumentCopies {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly catalog: Catalog,
    private readonly writer: DocumentWriter,
    private readonly clock: Clock,
  ) {}

  /** Locks documents until the unit of work ends and reads them whole, by ascending id. */
  async lockSources(kind: DocumentKind, ids: readonly number[]): Promise<SalesDocument[]> {
    await this.documents.lock(ids);
    // Copies take over all that the plan names.
    return (await this.documents.list(
      kind,
      [isOneOf('id', ids)],
      sourcePlan,
    )) as unknown as SalesDocument[];
  }

  /** One of them. @throws NotFound */
  async lockSource(kind: DocumentKind, id: number): Promise<SalesDocument> {
    const [source] = await this.lockSources(kind, [id]);
    if (!source) throw new NotFound({ resource: kind, id });
    return source;
  }

  /** What was made of sources already, of a kind of which each has one at most; by the source's id. */
  async findGenerated(
    kind: DocumentKind,
    sources: readonly number[],
  ): Promise<Map<number, GeneratedDocument>> {
    const conditions = [isOneOf('soleParentId', sources)];
    const found = await this.documents.list(kind, conditions, generatedPlan);
    return new Map(found.map((one) => [one.soleParentId as number, one]));
  }

  /** Stores documents, each with its number. @returns their ids, in order */
  async store(copies: readonly DocumentCopy[]): Promise<number[]> {
    const offices = copies.map(({ source }) => source.headquarterId).filter((id) => id !== 0);
    const headquarters = await this.catalog.listByIds('headquarter', offices);
    const byId = new Map(headquarters.map(({ id, series }) => [id, series]));
    const context = { now: this.clock.now(), series: (id: number) => byId.get(id) };
    const ids = await this.writer.insert(copies.map((copy) => toDocumentDraft(copy, context)));
    const sources = new Set(copies.map(({ source }) => source.id));
    this.stores.journal.recordAction(SalesDocument, sources, 'generated');
    return ids;
  }

  /**
   * Runs what makes documents in a unit of work, or as a part of the one around it that is undone alone when
   * it fails. It runs again, and then sees the other one, when somebody else has just stored a document with the
   * same name or number, or of the same source.
   * @throws DatabaseBusy when that happens too often
   */
  async withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.stores.unitOfWork.attempt(work);
      } catch (error) {
        if (!isViolationOf(error, 'unique')) throw error;
        if (attempt === MAX_ATTEMPTS) throw Object.assign(new DatabaseBusy(), { cause: error });
      }
    }
  }
}
