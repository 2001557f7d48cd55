import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { findVatWarnings } from '../../../../core/vat-numbers';
import { is, isOneOf, Stores } from '../../../../database';
import {
  type ImportCaller,
  type ImportDefinition,
  toRejectedOutcome,
} from '../../../../platform/data-transfer/imports';
import {
  type DocumentDraft,
  DocumentNumbers,
  documentTypes,
  DocumentWriter,
  isNumberRequest,
  SalesDocument,
  Shipment,
  ShipmentTaken,
} from '../../documents';
import { knownPlan, type OrderCandidate, OrderComparison } from './order-comparison';
import { OrderDrafts } from './order-drafts';
import { OrderLineDto } from './order-line.dto';

/** What only one shipment can have. */
const shipmentKeys = ['pId', 'trackingNumber'] as const;

/**
 * Records of the type `order`. An order never changes by coming again: a record with the same meaning is no change,
 * however far the order has moved since; another one under its pId is refused.
 */
@Injectable()
export class OrderImporter implements ImportDefinition<OrderLineDto, DocumentDraft, SalesDocument> {
  readonly type = 'order';
  readonly dto = OrderLineDto;
  readonly provisional = { entity: SalesDocument, row: toProvisionalRow };

  constructor(
    private readonly stores: Stores,
    private readonly drafts: OrderDrafts,
    private readonly documents: DocumentWriter,
    private readonly comparison: OrderComparison,
    private readonly numbers: DocumentNumbers,
  ) {}

  async judge(batch: readonly OrderCandidate[], caller: ImportCaller): Promise<void> {
    await this.judgeKnown(batch, caller);
    const fresh = batch.filter(({ id }) => id === undefined);
    if (fresh.length === 0) return;
    await this.drafts.make(fresh);
    for (const one of fresh) {
      one.isRounded = (one.content?.document.rounding ?? 0) !== 0;
      const { vat, countryCode: country } = one.record.value.user.billingAddress;
      const warnings = await findVatWarnings({ vat, country }, '/user/billingAddress/vat');
      if (warnings.length > 0) one.warnings = warnings;
    }
    await this.refuseTaken(fresh.filter(({ outcome }) => !outcome));
  }

  async write(batch: readonly OrderCandidate[]): Promise<void> {
    const ids = await this.documents.insert(batch.map(draftOf));
    for (const [at, one] of batch.entries()) one.id = ids[at] as number;
  }

  private async judgeKnown(batch: readonly OrderCandidate[], caller: ImportCaller): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const conditions = [is('type', documentTypes.order), isOneOf('pId', pIds)];
    const found = await this.stores.loader.listWhere(SalesDocument, conditions, knownPlan);
    const stored = new Map(found.map((one) => [one.pId, one]));
    const others: OrderCandidate[] = [];
    for (const one of batch) {
      const known = stored.get(one.record.value.pId);
      if (!known) continue;
      const { id } = known;
      one.id = id;
      one.stored = known;
      if (this.comparison.isSame(one.record, known)) one.outcome = { result: 'unchanged', id };
      else others.push(one);
    }
    if (others.length > 0) await this.comparison.compare(others, caller);
  }

  /** Rejects each order with a number, or a shipment's key, that another one has. */
  private async refuseTaken(batch: readonly OrderCandidate[]): Promise<void> {
    const drafts = batch.map(draftOf);
    const numberTaken = await this.takenNumbers(drafts);
    const shipmentTaken = await this.takenShipments(drafts);
    for (const one of batch) {
      const draft = draftOf(one);
      const error = numberTaken(draft) ?? shipmentTaken(draft);
      if (error) one.outcome = toRejectedOutcome(error);
    }
  }

  private async takenNumbers(drafts: readonly DocumentDraft[]) {
    const numberOf = ({ document: { headquarterId }, number }: DocumentDraft) =>
      isNumberRequest(number) ? [] : [{ headquarterId, documentNumber: number.documentNumber }];
    const taken = await this.numbers.findTaken('order', drafts.flatMap(numberOf));
    return (draft: DocumentDraft): DomainError | undefined => {
      const [number] = numberOf(draft);
      return number && taken(number);
    };
  }

  private async takenShipments(drafts: readonly DocumentDraft[]) {
    const shipments = drafts.flatMap((one) => one.shipments.map(({ shipment }) => shipment));
    const taken = {
      pId: await this.takenBy('pId', shipments),
      trackingNumber: await this.takenBy('trackingNumber', shipments),
    };
    return (draft: DocumentDraft): DomainError | undefined => {
      const own = { pId: new Set<string>(), trackingNumber: new Set<string>() };
      for (const [at, { shipment }] of draft.shipments.entries()) {
        for (const field of shipmentKeys) {
          const value = shipment[field] ?? '';
          if (taken[field].has(value) || own[field].has(value)) {
            return new ShipmentTaken({ field, value, pointer: `/shipments/${at}/${field}` });
          }
          if (value !== '') own[field].add(value);
        }
      }
      // Only now: a refused order takes nothing.
      for (const field of shipmentKeys) for (const value of own[field]) taken[field].add(value);
      return undefined;
    };
  }

  private async takenBy(
    field: (typeof shipmentKeys)[number],
    shipments: readonly Pick<Shipment, (typeof shipmentKeys)[number]>[],
  ): Promise<Set<string>> {
    const values = shipments.flatMap((one) => one[field] ?? []);
    if (values.length === 0) return new Set();
    const asked = [isOneOf(field, values)];
    const found = await this.stores.loader.listWhere(Shipment, asked, createLoadPlan(Shipment, [field]));
    return new Set(found.flatMap((one) => one[field] ?? []));
  }
}

function draftOf({ content }: OrderCandidate): DocumentDraft {
  return content as DocumentDraft;
}

/** The order as later records of a dry run find it. */
function toProvisionalRow(one: OrderCandidate): Partial<SalesDocument> {
  const { document, number } = draftOf(one);
  const { type, status, headquarterId, fingerprint, total, subtotal, totalTaxes } = document;
  const { pId } = one.record.value;
  const documentNumber = isNumberRequest(number) ? null : number.documentNumber;
  const totals = { total, subtotal, totalTaxes };
  return { type, pId, documentNumber, status, headquarterId, fingerprint, ...totals };
}
