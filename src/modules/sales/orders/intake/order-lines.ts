import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../../core/errors';
import { plan, type Loaded } from '../../../../core/load-plan';
import { is, isOneOf, Stores } from '../../../../database';
import { type LineCaller, type LineType, type Outcome, rejection } from '../../../intake';
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
import { knownPlan, type KnownOrder, OrderComparison, type OrderLine } from './order-comparison';
import { type Candidate, OrderDrafts } from './order-drafts';
import { OrderLineDto } from './order-line.dto';

/** What only one shipment can have. */
const shipmentKeys = ['pId', 'trackingNumber'] as const;

/**
 * Records of the type `order`. An order never changes by coming again: a record with the same meaning is no change,
 * however far the order has moved since; another one under its pId is refused.
 */
@Injectable()
export class OrderLines implements LineType<OrderLineDto> {
  readonly type = 'order';
  readonly dto = OrderLineDto;

  constructor(
    private readonly stores: Stores,
    private readonly drafts: OrderDrafts,
    private readonly documents: DocumentWriter,
    private readonly comparison: OrderComparison,
    private readonly numbers: DocumentNumbers,
  ) {}

  async store(lines: readonly OrderLine[], caller: LineCaller): Promise<Outcome[]> {
    const known = await this.known(lines.map(({ value }) => value.pId));
    const fresh = lines.filter(({ value }) => !known.has(value.pId));
    const outcomes = new Map<OrderLine, Outcome>();
    if (fresh.length > 0) await this.create(fresh, outcomes);
    const others: KnownOrder[] = [];
    for (const line of lines) {
      const stored = known.get(line.value.pId);
      if (!stored) continue;
      const { id } = stored;
      if (this.comparison.isSame(line, stored)) outcomes.set(line, { result: 'unchanged', id });
      else others.push({ line, id });
    }
    if (others.length > 0) await this.comparison.compare(others, caller, outcomes);
    return lines.map((line) => outcomes.get(line) as Outcome);
  }

  private async known(pIds: readonly string[]): Promise<Map<string, Loaded<typeof knownPlan>>> {
    const conditions = [is('type', documentTypes.order), isOneOf('pId', pIds)];
    const found = await this.stores.loader.where(SalesDocument, conditions, knownPlan);
    return new Map(found.map((one) => [one.pId, one]));
  }

  private async create(
    lines: readonly OrderLine[],
    outcomes: Map<OrderLine, Outcome>,
  ): Promise<void> {
    const candidates = await this.drafts.of(lines.map(({ value }) => value));
    await this.refuseTaken(candidates);
    const drafts = candidates.filter(isDraft);
    const ids = await this.documents.insert(drafts);
    let next = 0;
    lines.forEach((line, at) => {
      const candidate = candidates[at];
      outcomes.set(
        line,
        candidate instanceof DomainError
          ? rejection(candidate)
          : { result: 'created', id: ids[next++] as number },
      );
    });
  }

  /** Puts an error in the place of each order with a number, or a shipment's key, that another one has. */
  private async refuseTaken(candidates: Candidate[]): Promise<void> {
    const numberTaken = await this.takenNumbers(candidates);
    const shipmentTaken = await this.takenShipments(candidates);
    candidates.forEach((candidate, at) => {
      if (candidate instanceof DomainError) return;
      const error = numberTaken(candidate) ?? shipmentTaken(candidate);
      if (error) candidates[at] = error;
    });
  }

  private async takenNumbers(candidates: readonly Candidate[]) {
    const numberOf = ({ document: { headquarterId }, number }: DocumentDraft) =>
      isNumberRequest(number) ? [] : [{ headquarterId, documentNumber: number.documentNumber }];
    const given = candidates.filter(isDraft).flatMap(numberOf);
    const taken = await this.numbers.judge('order', given);
    return (draft: DocumentDraft): DomainError | undefined => {
      const [number] = numberOf(draft);
      return number && taken(number);
    };
  }

  private async takenShipments(candidates: readonly Candidate[]) {
    const shipments = candidates
      .filter(isDraft)
      .flatMap((one) => one.shipments.map(({ shipment }) => shipment));
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
    const found = await this.stores.loader.where(Shipment, asked, plan(Shipment, [field]));
    return new Set(found.flatMap((one) => one[field] ?? []));
  }
}

function isDraft(candidate: Candidate): candidate is DocumentDraft {
  return !(candidate instanceof DomainError);
}
