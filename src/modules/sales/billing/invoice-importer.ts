import { Injectable } from '@nestjs/common';
import { defineError, type DomainError } from '../../../core/errors';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import { ReferenceLookup, isOneOf } from '../../../database';
import {
  type ImportCandidate,
  matchesFingerprint,
  type ImportCaller,
  type ImportDefinition,
  type ImportRecordTypes,
  ImportTypeRegistrar,
  toRejectedOutcome,
  rejectOnError,
} from '../../../platform/data-transfer/imports';
import { VoucherRefunds } from '../after-sales';
import { documentTypes, Documents } from '../documents';
import { DocumentGenerator } from '../documents/copies/document-generator';
import type { DocumentCopy } from '../documents/copies/document-copy';
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

  readonly dryRunRow = { entity: SalesDocument, toRow: toProvisionalRow };

  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentGenerator,
    private readonly numbers: DocumentNumbers,
    private readonly refunds: VoucherRefunds,
  ) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(this);
  }

  async compareWithStored(
    batch: readonly InvoiceCandidate[],
    { isDryRun = false }: ImportCaller,
  ): Promise<void> {
    await this.compareWithStoredInvoices(batch);
    const fresh = batch.filter(({ outcome }) => !outcome);
    if (fresh.length === 0) return;
    await this.resolveOrders(fresh);
    const ready = fresh.filter(({ outcome }) => !outcome);
    const findTakenError = await this.numbers.createTakenCheck(
      'invoice',
      ready.map(toDocumentNumber),
    );
    const orders = new Set<number>();
    for (const one of ready) {
      const { id } = one.content as CopySource;
      // A second record for an order is rejected in `write`, when the id of the first one's invoice is known.
      const error = orders.has(id)
        ? isDryRun && alreadyInvoicedError(0)
        : findTakenError(toDocumentNumber(one));
      if (error) one.outcome = toRejectedOutcome(error);
      else orders.add(id);
    }
  }

  async write(batch: readonly InvoiceCandidate[]): Promise<void> {
    const firsts = new Map<number, InvoiceCandidate>();
    for (const one of batch) {
      const { id } = one.content as CopySource;
      if (!firsts.has(id)) firsts.set(id, one);
    }
    const written = [...firsts.values()];
    for (const { content } of written) {
      await this.refunds.reverseAllRefunds(content as CopySource);
    }
    const ids = await this.copies.store(written.map(toDocumentCopy));
    for (const [at, one] of written.entries()) one.id = ids[at] as number;
    for (const one of batch) {
      const first = firsts.get((one.content as CopySource).id);
      if (first !== one) one.outcome = toRejectedOutcome(alreadyInvoicedError(first?.id as number));
    }
  }

  private async compareWithStoredInvoices(batch: readonly InvoiceCandidate[]): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const stored = await this.documents.list('invoice', [isOneOf('pId', pIds)], fingerprintPlan);
    const known = new Map(stored.map((one) => [one.pId, one]));
    for (const one of batch) {
      const invoice = known.get(one.record.value.pId);
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
    const existing = await this.copies.findGenerated(
      'invoice',
      orders.map(({ id }) => id),
    );
    const found = new ReferenceLookup('order', orders);
    for (const one of batch) {
      const source = rejectOnError(one, found.resolve(one.record.value.order, '/order'));
      if (!source) continue;
      one.content = source;
      const invoice = existing.get(source.id);
      const error = invoice
        ? alreadyInvoicedError(invoice.id)
        : findOrderClosedError(source, 'invoice', '/order');
      if (error) one.outcome = toRejectedOutcome(error);
    }
  }

  private async lockOrders(batch: readonly InvoiceCandidate[]): Promise<CopySource[]> {
    const references = batch.map(({ record }) => record.value.order);
    const pIds = references.flatMap(({ id = 0, pId }) => (id === 0 ? (pId ?? []) : []));
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const named = await this.documents.list('order', [isOneOf('pId', pIds)], pIdOnlyPlan);
    return this.copies.lockSources('order', [...new Set([...ids, ...named.map(({ id }) => id)])]);
  }
}

function toDocumentNumber({ record, content: source }: InvoiceCandidate) {
  return {
    headquarterId: (source as CopySource).headquarterId,
    documentNumber: record.value.documentNumber,
  };
}

function alreadyInvoicedError(id: number): DomainError {
  return new AlreadyGenerated({ kind: 'invoice', id, pointer: '/order' });
}

function toDocumentCopy({ record, content }: InvoiceCandidate): DocumentCopy {
  const source = content as CopySource;
  const { pId, documentNumber, date, kind } = record.value;
  const { normalized: fingerprint } = record.fingerprints();
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
  const { normalized: fingerprint } = record.fingerprints();
  const type = documentTypes.invoice;
  return { type, pId, documentNumber, headquarterId, fingerprint, soleParentId: id };
}
