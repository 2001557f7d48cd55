import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { createLoadPlan } from '../../../../core/load-plan';
import { addressTypes } from '../../../../core/user-codes';
import { increment, DataAccess } from '../../../../database';
import { listAddressFieldNames } from '../../../../platform/addresses';
import { Documents, toCustomerName } from '../../documents';
import { requireNotAnnulled } from '../../documents/changes/document-annulments';
import { addressColumns, pick } from '../../documents/copies/copied-columns';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { NothingLeftToCredit, requireNotExchanged } from '../../documents/copies/generation-errors';
import { SalesDocument } from '../../documents/entities/document.entity';
import type { AddressDraft } from '../../documents/writing/document-draft';
import { findMissingAddressDetails } from './buyer-details';
import type { FullInvoiceAddressDto } from './full-invoice.dto';
import { BuyerIncomplete, InvoiceNotSimplified } from './simplified-errors';
import type { CopySource } from '../../documents/copies/copy-source';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);

/** Exchanges simplified invoices for full ones. */
@Injectable()
export class InvoiceExchanges {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the full invoice that replaces a simplified one, in a new unit of work or in a savepoint of the current
   * one. It has the lines and amounts of the simplified invoice. Its credit notes count for the full one.
   * @returns the full invoice's id
   * @throws NotFound, BuyerIncomplete, InvoiceNotSimplified, DocumentAnnulled, InvoiceExchanged, NothingLeftToCredit
   */
  exchange(invoiceId: number, billingAddress: FullInvoiceAddressDto): Promise<number> {
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
      const order = await this.documentGenerator.lockAndLoadSource('order', parentId ?? 0);
      const invoice = await this.documentGenerator.lockAndLoadSource('invoice', invoiceId);
      const { addresses, documentNumber, simplified, credited, headquarter } = invoice;
      const missing = findMissingAddressDetails(billingAddress, headquarter?.countryCode ?? '');
      if (missing.length > 0) throw new BuyerIncomplete(missing);
      const number = documentNumber ?? '';
      if (!simplified) throw new InvoiceNotSimplified({ number });
      requireNotAnnulled(invoice);
      requireNotExchanged(invoice);
      if (credited) throw new NothingLeftToCredit({ number, id: invoiceId });
      await this.close(invoiceId);
      const [id] = await this.documentGenerator.store([
        {
          source: order,
          kind: 'invoice',
          addresses: replaceBillingAddress(addresses, billingAddress),
          columns: {
            customerName: toCustomerName(billingAddress),
            soleParentId: order.id,
            simplified: false,
            replacesId: invoiceId,
          },
        },
      ]);
      return id as number;
    });
  }

  /** Marks an invoice as exchanged, so that its order can have the full invoice. */
  private async close(invoiceId: number): Promise<void> {
    const { writer, journal } = this.dataAccess;
    const updatedAt = this.clock.now();
    const patch = { exchanged: true, soleParentId: null, version: increment(1), updatedAt };
    await writer.update(SalesDocument, invoiceId, patch);
    journal.recordAction(SalesDocument, [invoiceId], 'generated');
  }
}

function replaceBillingAddress(
  addresses: CopySource['addresses'],
  billingAddress: FullInvoiceAddressDto,
): AddressDraft[] {
  const billing = addresses.find(({ type }) => type === addressTypes.billing);
  const others = addresses.filter((one) => one !== billing);
  const { re = false, reverseChargeVat = false, tax = true } = billing ?? {};
  const addressFields: Partial<AddressDraft> = { ...billingAddress, re, reverseChargeVat, tax };
  const members = listAddressFieldNames('document').map((name) => [
    name,
    addressFields[name] ?? null,
  ]);
  const newBillingAddress = {
    ...Object.fromEntries(members),
    type: addressTypes.billing,
  } as AddressDraft;
  return [newBillingAddress, ...others.map((one) => pick(one, addressColumns))];
}
