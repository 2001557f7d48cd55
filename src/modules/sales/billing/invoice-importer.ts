import { Injectable } from '@nestjs/common';
import { defineError, type DomainError } from '../../../core/errors';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import { ReferenceLookup, whereIn } from '../../../database';
import {
  type ImportCandidate,
  matchesFingerprint,
  type ImportCaller,
  type ImportDefinition,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
  toRejectedOutcome,
  rejectOnError,
} from '../../../platform/data-transfer/imports';
import { VoucherRefunds } from '../after-sales';
import { documentTypes, Documents } from '../documents';
import { DocumentGenerator } from '../documents/copies/document-generator';
import type { DocumentCopySpec } from '../documents/copies/document-copy';
import { AlreadyGenerated, findOrderClosedError } from '../documents/copies/generation-errors';
import type { CopySource } from '../documents/copies/copy-source';
import { SalesDocument } from '../documents/entities/document.entity';
import { DocumentNumbers, toNumberColumns } from '../documents/numbers/document-numbers';
import { InvoiceImportDto } from './invoice-import.dto';

/** 409: an invoice with this pId exists and has other content. */
const InvoiceDiffers = defineError<{ pId: string; id: number }>({
  code: 'invoice.differs',
  status: 409,
  title: 'An invoice with this pId already exists with different content',
  remedy: 'Compare the two. A stored invoice never changes.',
  detail: ({ pId }) => `The stored invoice ${JSON.stringify(pId)} has different content.`,
  pointer: () => '/pId',
  extensionMembers: ({ id }) => ({ existingId: id }),
});

/** An import record with its invoiced order, which is locked. */
type InvoiceCandidate = ImportCandidate<InvoiceImportDto, CopySource>;

const fingerprintPlan = createLoadPlan(SalesDocument, ['pId', 'fingerprint']);

/**
 * Imports records of the type `invoice`: each creates the invoice of an order, with its own number. As with a generated
 * invoice, vouchers that credit notes have refunded pay again. Importing an equal record again changes nothing. A
 * different record for the same pId or order is rejected.
 */
@Injectable()
@ImportTypeRegistrar()
export class InvoiceImporter
  implements ImportDefinition<InvoiceImportDto, CopySource>, ImportTypeRegistrar
{
  readonly type = 'invoice';
  readonly dto = InvoiceImportDto;

  readonly provisionalRow = { entity: SalesDocument, toRow: toProvisionalRow };

  constructor(
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly documentNumbers: DocumentNumbers,
    private readonly voucherRefunds: VoucherRefunds,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(this);
  }

  async compareWithStored(
    batch: readonly InvoiceCandidate[],
    { isDryRun = false }: ImportCaller,
  ): Promise<void> {
    await this.compareWithStoredInvoices(batch);
    const undecided = batch.filter(({ outcome }) => !outcome);
    if (undecided.length === 0) return;
    await this.resolveOrders(undecided);
    const invoiceable = undecided.filter(({ outcome }) => !outcome);
    const findTakenError = await this.documentNumbers.createUniquenessCheck(
      'invoice',
      invoiceable.map(toDocumentNumber),
    );
    const orderIds = new Set<number>();
    for (const one of invoiceable) {
      const { id } = one.content as CopySource;
      // A second record for an order is rejected in `write`, when the id of the first one's invoice is known.
      const error = orderIds.has(id)
        ? isDryRun && createAlreadyInvoicedError(0)
        : findTakenError(toDocumentNumber(one));
      if (error) one.outcome = toRejectedOutcome(error);
      else orderIds.add(id);
    }
  }

  async write(batch: readonly InvoiceCandidate[]): Promise<void> {
    const firstByOrderId = new Map<number, InvoiceCandidate>();
    for (const one of batch) {
      const { id } = one.content as CopySource;
      if (!firstByOrderId.has(id)) firstByOrderId.set(id, one);
    }
    const candidatesToWrite = [...firstByOrderId.values()];
    for (const { content } of candidatesToWrite) {
      await this.voucherRefunds.reverseAllRefunds(content as CopySource);
    }
    const ids = await this.documentGenerator.store(candidatesToWrite.map(toDocumentCopy));
    for (const [at, one] of candidatesToWrite.entries()) one.id = ids[at] as number;
    for (const one of batch) {
      const first = firstByOrderId.get((one.content as CopySource).id);
      if (first !== one)
        one.outcome = toRejectedOutcome(createAlreadyInvoicedError(first?.id as number));
    }
  }

  private async compareWithStoredInvoices(batch: readonly InvoiceCandidate[]): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const stored = await this.documents.list('invoice', [whereIn('pId', pIds)], fingerprintPlan);
    const invoiceByPId = new Map(stored.map((one) => [one.pId, one]));
    for (const one of batch) {
      const invoice = invoiceByPId.get(one.record.value.pId);
      if (!invoice) continue;
      const { id, pId, fingerprint } = invoice;
      one.outcome = matchesFingerprint(one.record, fingerprint)
        ? { result: 'unchanged', id }
        : toRejectedOutcome(new InvoiceDiffers({ pId, id }));
    }
  }

  /** Rejects records whose order doesn't exist or can't get an invoice. */
  private async resolveOrders(batch: readonly InvoiceCandidate[]): Promise<void> {
    const orders = await this.lockOrders(batch);
    const existing = await this.documentGenerator.findGenerated(
      'invoice',
      orders.map(({ id }) => id),
    );
    const orderLookup = new ReferenceLookup('order', orders);
    for (const one of batch) {
      const source = rejectOnError(one, orderLookup.resolve(one.record.value.order, '/order'));
      if (!source) continue;
      one.content = source;
      const invoice = existing.get(source.id);
      const error = invoice
        ? createAlreadyInvoicedError(invoice.id)
        : findOrderClosedError(source, 'invoice', '/order');
      if (error) one.outcome = toRejectedOutcome(error);
    }
  }

  private async lockOrders(batch: readonly InvoiceCandidate[]): Promise<CopySource[]> {
    const references = batch.map(({ record }) => record.value.order);
    const pIds = references.flatMap(({ id = 0, pId }) => (id === 0 ? (pId ?? []) : []));
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const ordersNamedByPId = await this.documents.list(
      'order',
      [whereIn('pId', pIds)],
      pIdOnlyPlan,
    );
    return this.documentGenerator.lockAndLoadSources('order', [
      ...new Set([...ids, ...ordersNamedByPId.map(({ id }) => id)]),
    ]);
  }
}

function toDocumentNumber({ record, content: source }: InvoiceCandidate) {
  return {
    headquarterId: (source as CopySource).headquarterId,
    documentNumber: record.value.documentNumber,
  };
}

function createAlreadyInvoicedError(id: number): DomainError {
  return new AlreadyGenerated({ kind: 'invoice', id, pointer: '/order' });
}

function toDocumentCopy({ record, content }: InvoiceCandidate): DocumentCopySpec {
  const source = content as CopySource;
  const { pId, documentNumber, date, kind } = record.value;
  const { normalized: fingerprint } = record.getFingerprints();
  return {
    source,
    kind: 'invoice',
    pId,
    number: toNumberColumns(documentNumber),
    columns: {
      date,
      fingerprint,
      soleParentId: source.id,
      simplified: kind === 'simplified',
    },
  };
}

/** Columns of the invoice that later records of a dry run can find. */
function toProvisionalRow({ record, content }: InvoiceCandidate): Partial<SalesDocument> {
  const { id, headquarterId } = content as CopySource;
  const { pId, documentNumber } = record.value;
  const { normalized: fingerprint } = record.getFingerprints();
  const type = documentTypes.invoice;
  return { type, pId, documentNumber, headquarterId, fingerprint, soleParentId: id };
}
