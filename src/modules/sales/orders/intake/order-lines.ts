import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import { Clock } from '../../../../core/clock';
import { DomainError } from '../../../../core/errors';
import { plan } from '../../../../core/load-plan';
import { giveWay } from '../../../../core/pace';
import { is, isOneOf, Stores } from '../../../../database';
import { isSameLine, type Line, type LineType, type Outcome, rejection } from '../../../intake';
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
import { orderDraft } from './order-draft';
import { OrderDiffers } from './order-errors';
import { OrderLineDto } from './order-line.dto';
import { OrderReferences } from './order-lookups';

type Candidate = DocumentDraft | DomainError;

/** What only one shipment can have. */
const shipmentKeys = ['pId', 'trackingNumber'] as const;

const knownPlan = plan(SalesDocument, ['pId', 'fingerprint']);

/**
 * Lines of the type `order`. An order never changes by coming again: the same line is no change, however far
 * the order has moved since; another line under its pId is refused.
 */
@Injectable()
export class OrderLines implements LineType<OrderLineDto> {
  readonly type = 'order';
  readonly dto = OrderLineDto;

  constructor(
    private readonly stores: Stores,
    private readonly references: OrderReferences,
    private readonly documents: DocumentWriter,
    private readonly numbers: DocumentNumbers,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  async store(lines: readonly Line<OrderLineDto>[]): Promise<Outcome[]> {
    const known = await this.known(lines.map(({ value }) => value.pId));
    const fresh = lines.filter(({ value }) => !known.has(value.pId));
    const created = new Map<Line<OrderLineDto>, Outcome>();
    if (fresh.length > 0) await this.create(fresh, created);
    return lines.map((line) => {
      const stored = known.get(line.value.pId);
      if (!stored) return created.get(line) as Outcome;
      const { id, pId, fingerprint } = stored;
      return isSameLine(line, fingerprint)
        ? { result: 'unchanged', id }
        : rejection(new OrderDiffers({ pId, id }));
    });
  }

  private async known(pIds: readonly string[]): Promise<Map<string, SalesDocument>> {
    const conditions = [is('type', documentTypes.order), isOneOf('pId', pIds)];
    const found = await this.stores.loader.where(SalesDocument, conditions, knownPlan);
    return new Map(found.map((one) => [one.pId, one]));
  }

  private async create(
    lines: readonly Line<OrderLineDto>[],
    outcomes: Map<Line<OrderLineDto>, Outcome>,
  ): Promise<void> {
    const candidates = await this.candidates(lines);
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

  private async candidates(lines: readonly Line<OrderLineDto>[]): Promise<Candidate[]> {
    const lookups = await this.references.of(lines.map(({ value }) => value));
    const { defaultLanguage } = this.configuration;
    const context = { lookups, now: this.clock.now(), defaultLanguage };
    const candidates: Candidate[] = [];
    for (const { value, fingerprint } of lines) {
      await giveWay();
      candidates.push(unlessRefused(() => orderDraft(value, fingerprint, context)));
    }
    return candidates;
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

/** @returns the error in place of the draft */
function unlessRefused(draft: () => DocumentDraft): Candidate {
  try {
    return draft();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function isDraft(candidate: Candidate): candidate is DocumentDraft {
  return !(candidate instanceof DomainError);
}
