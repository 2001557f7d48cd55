import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { findVatNumberWarnings } from '../../../../core/vat-numbers';
import { whereEquals, whereIn, DataAccess } from '../../../../database';
import {
  type ImportCaller,
  type ImportDefinition,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
  toRejectedOutcome,
} from '../../../../platform/data-transfer/imports';
import { documentTypes } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment } from '../../documents/entities/shipment.entity';
import { DocumentNumbers, isNumberRequest } from '../../documents/numbers/document-numbers';
import type { DocumentDraft } from '../../documents/writing/document-draft';
import { DocumentWriter } from '../../documents/writing/document-writer';
import { ShipmentIdentifierTaken } from '../../documents/writing/uniqueness-errors';
import { storedFingerprintPlan, type OrderCandidate, OrderComparator } from './order-comparator';
import { OrderDraftFactory } from './order-draft-factory';
import { OrderLineDto } from './order-line.dto';

/** Columns that are unique among shipments. */
const uniqueShipmentColumns = ['pId', 'trackingNumber'] as const;

/**
 * Imports records of the type `order`. Imports never change a stored order. A record with the same meaning is
 * unchanged, even if operations have changed the order since. A different record for the same pId is rejected.
 */
@Injectable()
@ImportTypeRegistrar()
export class OrderImporter
  implements ImportDefinition<OrderLineDto, DocumentDraft, SalesDocument>, ImportTypeRegistrar
{
  readonly type = 'order';
  readonly dto = OrderLineDto;
  readonly provisionalRow = { entity: SalesDocument, toRow: toProvisionalRow };

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly drafts: OrderDraftFactory,
    private readonly documentWriter: DocumentWriter,
    private readonly comparison: OrderComparator,
    private readonly numbers: DocumentNumbers,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(this);
  }

  async compareWithStored(batch: readonly OrderCandidate[], caller: ImportCaller): Promise<void> {
    await this.setOutcomesOfStored(batch, caller);
    const newOrders = batch.filter(({ id }) => id === undefined);
    if (newOrders.length === 0) return;
    await this.drafts.setDrafts(newOrders);
    for (const one of newOrders) {
      one.isRounded = (one.content?.document.rounding ?? 0) !== 0;
      const { vat, countryCode: country } = one.record.value.user.billingAddress;
      const warnings = await findVatNumberWarnings({ vat, country }, '/user/billingAddress/vat');
      if (warnings.length > 0) one.warnings = warnings;
    }
    await this.rejectTakenIdentifiers(newOrders.filter(({ outcome }) => !outcome));
  }

  async write(batch: readonly OrderCandidate[]): Promise<void> {
    const ids = await this.documentWriter.insert(batch.map(getDraft));
    for (const [index, one] of batch.entries()) one.id = ids[index] as number;
  }

  private async setOutcomesOfStored(
    batch: readonly OrderCandidate[],
    caller: ImportCaller,
  ): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const conditions = [whereEquals('type', documentTypes.order), whereIn('pId', pIds)];
    const found = await this.dataAccess.loader.listWhere(
      SalesDocument,
      conditions,
      storedFingerprintPlan,
    );
    const stored = new Map(found.map((one) => [one.pId, one]));
    const differingOrders: OrderCandidate[] = [];
    for (const one of batch) {
      const storedOrder = stored.get(one.record.value.pId);
      if (!storedOrder) continue;
      const { id } = storedOrder;
      one.id = id;
      one.stored = storedOrder;
      if (this.comparison.isUnchanged(one.record, storedOrder))
        one.outcome = { result: 'unchanged', id };
      else differingOrders.push(one);
    }
    if (differingOrders.length > 0) await this.comparison.compare(differingOrders, caller);
  }

  /** Rejects orders whose number, shipment pId or tracking number is already used. */
  private async rejectTakenIdentifiers(batch: readonly OrderCandidate[]): Promise<void> {
    const drafts = batch.map(getDraft);
    const findNumberError = await this.createNumberCheck(drafts);
    const findShipmentError = await this.createShipmentCheck(drafts);
    for (const one of batch) {
      const draft = getDraft(one);
      const error = findNumberError(draft) ?? findShipmentError(draft);
      if (error) one.outcome = toRejectedOutcome(error);
    }
  }

  private async createNumberCheck(drafts: readonly DocumentDraft[]) {
    const listNumbers = ({ document: { headquarterId }, number }: DocumentDraft) =>
      isNumberRequest(number) ? [] : [{ headquarterId, documentNumber: number.documentNumber }];
    const findNumberError = await this.numbers.createUniquenessCheck(
      'order',
      drafts.flatMap(listNumbers),
    );
    return (draft: DocumentDraft): DomainError | undefined => {
      const [number] = listNumbers(draft);
      return number && findNumberError(number);
    };
  }

  private async createShipmentCheck(drafts: readonly DocumentDraft[]) {
    const shipments = drafts.flatMap((one) => one.shipments.map(({ shipment }) => shipment));
    const taken = {
      pId: await this.findTakenValues('pId', shipments),
      trackingNumber: await this.findTakenValues('trackingNumber', shipments),
    };
    return (draft: DocumentDraft): DomainError | undefined => {
      const ownValues = { pId: new Set<string>(), trackingNumber: new Set<string>() };
      for (const [index, { shipment }] of draft.shipments.entries()) {
        for (const field of uniqueShipmentColumns) {
          const value = shipment[field] ?? '';
          if (taken[field].has(value) || ownValues[field].has(value)) {
            return new ShipmentIdentifierTaken({
              field,
              value,
              pointer: `/shipments/${index}/${field}`,
            });
          }
          if (value !== '') ownValues[field].add(value);
        }
      }
      // Reserve the values only after all checks, because a rejected order uses none.
      for (const field of uniqueShipmentColumns)
        for (const value of ownValues[field]) taken[field].add(value);
      return undefined;
    };
  }

  private async findTakenValues(
    field: (typeof uniqueShipmentColumns)[number],
    shipments: readonly Pick<Shipment, (typeof uniqueShipmentColumns)[number]>[],
  ): Promise<Set<string>> {
    const values = shipments.flatMap((one) => one[field] ?? []);
    const conditions = [whereIn(field, values)];
    const found = await this.dataAccess.loader.listWhere(
      Shipment,
      conditions,
      createLoadPlan(Shipment, [field]),
    );
    return new Set(found.flatMap((one) => one[field] ?? []));
  }
}

function getDraft({ content }: OrderCandidate): DocumentDraft {
  return content as DocumentDraft;
}

/** Columns of the order that later records of a dry run can find. */
function toProvisionalRow(one: OrderCandidate): Partial<SalesDocument> {
  const { document, number } = getDraft(one);
  const { type, status, headquarterId, fingerprint, total, subtotal, totalTaxes } = document;
  const { pId } = one.record.value;
  const documentNumber = isNumberRequest(number) ? null : number.documentNumber;
  const totals = { total, subtotal, totalTaxes };
  return { type, pId, documentNumber, status, headquarterId, fingerprint, ...totals };
}
