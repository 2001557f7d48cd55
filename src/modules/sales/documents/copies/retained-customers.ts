import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { whereIn, DataAccess } from '../../../../database';
import { SalesDocument } from '../entities/document.entity';
import { type RetainedAddress, RetainedCustomer } from '../entities/retained-customer.entity';
import { addressColumns, pick } from './copied-columns';

/** The members of a document that a retained customer replaces. */
const retainedColumns = ['userPId', 'customerName', 'customerEmail'] as const;

const issuedCustomerPlan = createLoadPlan(SalesDocument, [...retainedColumns], {
  addresses: addressColumns,
});
const retainedPlan = createLoadPlan(RetainedCustomer, [
  'documentId',
  ...retainedColumns,
  'addresses',
]);

/** The columns of an invoice that its credit notes have as well. */
const customerColumns = [
  ...retainedColumns,
  'customerGender',
  'buyerReference',
  'purchaseOrder',
] as const;
const customerPlan = createLoadPlan(SalesDocument, customerColumns, { addresses: addressColumns });

/** The customer of an invoice. */
interface InvoiceCustomer {
  readonly columns: Pick<SalesDocument, (typeof customerColumns)[number]>;
  readonly addresses: readonly RetainedAddress[];
}

/** Members of a loaded document that name its customer. */
interface DocumentWithCustomer {
  readonly id: number;
  readonly userPId: string | null;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly addresses: readonly object[];
}

/** The customers of issued documents, as they were before an erasure. */
@Injectable()
export class RetainedCustomers {
  constructor(private readonly dataAccess: DataAccess) {}

  /** Returns the customer of an invoice as its record shows it. @throws NotFound */
  async getCustomer(invoiceId: number): Promise<InvoiceCustomer> {
    const found = await this.dataAccess.loader.findById(SalesDocument, invoiceId, customerPlan);
    if (!found) throw new NotFound({ resource: 'invoice', id: invoiceId });
    return { columns: pick(found, customerColumns), addresses: found.addresses };
  }

  /** Copies the customers of documents, which are locked, to `retained_parties` before an erasure; in a unit of work. */
  async copyBeforeErasure(documentIds: readonly number[]): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const retainedByDocumentId = await this.loadByDocumentId(documentIds);
    const newDocumentIds = documentIds.filter((id) => !retainedByDocumentId.has(id));
    const documents = await loader.listByIds(SalesDocument, newDocumentIds, issuedCustomerPlan);
    const rows = documents.map(({ id: documentId, addresses, ...columns }) => ({
      documentId,
      ...pick(columns, retainedColumns),
      addresses: addresses.map((one) => pick(one, addressColumns)),
    }));
    await writer.insert(RetainedCustomer, rows);
  }

  /** Retains the customer of an invoice for its credit note as well, if the person was erased; in a unit of work. */
  async copyToCreditNote(invoiceId: number, creditNoteId: number): Promise<void> {
    const retained = (await this.loadByDocumentId([invoiceId])).get(invoiceId);
    if (!retained) return;
    const { id: _id, ...parties } = retained;
    await this.dataAccess.writer.insert(RetainedCustomer, [
      { ...parties, documentId: creditNoteId },
    ]);
  }

  /** Returns a document with the customer to whom it was issued. */
  async withRetainedCustomer<D extends DocumentWithCustomer>(document: D): Promise<D> {
    const retained = (await this.loadByDocumentId([document.id])).get(document.id);
    if (!retained) return document;
    const { addresses } = retained;
    return { ...document, ...pick(retained, retainedColumns), addresses };
  }

  private async loadByDocumentId(documentIds: readonly number[]) {
    const conditions = [whereIn('documentId', documentIds)];
    const found = await this.dataAccess.loader.listWhere(
      RetainedCustomer,
      conditions,
      retainedPlan,
    );
    return new Map(found.map((one) => [one.documentId, one]));
  }
}
