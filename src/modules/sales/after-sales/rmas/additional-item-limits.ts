import { Injectable } from '@nestjs/common';
import { defineError, type DomainError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import {
  moneyToNumber,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import { whereEquals } from '../../../../database';
import { closedRmaStates, Documents } from '../../documents';
import {
  OrderCreditNotes,
  filterCreditNotesOfInvoice,
} from '../../documents/copies/order-credit-notes';
import type { CopySource } from '../../documents/copies/copy-source';
import {
  type AdditionalItem,
  type AdditionalItemType,
  additionalItemTypes,
} from '../../documents/entities/additional-item.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { type CreditNoteAmounts, creditNoteAmountsPlan } from '../amounts/credit-note-amounts';
import { toRemainingInvoice } from '../amounts/remaining-invoice';
import { sumItemsOfType } from '../amounts/refund';
import { toInvoicedAmounts } from '../amounts/invoiced-amounts';

type ItemAmount = Pick<AdditionalItem, 'type' | 'amount'>;

/** Items of a type that would give back more than was invoiced. */
interface ItemExcess {
  readonly type: AdditionalItemType;
  readonly remaining: TenThousandths;
  /** JSON pointer to the first item that exceeds the limit; absent if the items are not in the request. */
  readonly pointer?: string;
}

/** 422: additional items give back at most what was invoiced of their type. */
export const AdditionalItemsTooLarge = defineError<readonly ItemExcess[]>({
  code: 'item.tooLarge',
  status: 422,
  title: 'The additional items exceed the invoiced amount',
  remedy: 'Refund at most the amount that is left.',
  detail: (excesses) => excesses.map(toExcessText).join(' '),
  fieldErrors: (excesses) =>
    excesses.map((one) => ({
      pointer: one.pointer ?? '',
      code: 'item.tooLarge',
      detail: toExcessText(one),
    })),
});

function toExcessText({ type, remaining }: ItemExcess): string {
  return `At most ${moneyToNumber(remaining)} of ${type} can still be refunded.`;
}

const itemsPlan = createLoadPlan(SalesDocument, ['status'], {
  additionalItems: ['type', 'amount'],
});

/**
 * How much additional items may give back. The limit of all items of a type is the amount that the order was, or
 * will be, invoiced at. Credit notes without a return lower it by what they have given back.
 */
@Injectable()
export class AdditionalItemLimits {
  constructor(
    private readonly documents: Documents,
    private readonly orderCreditNotes: OrderCreditNotes,
  ) {}

  /**
   * Returns an error for items that exceed what the order's RMAs leave. Needs the unit of work that locked the order.
   * @param order read whole
   * @param added in the order of the request
   * @param options.pointer pointer to the items in the request
   * @param options.rmaId id of the RMA to which the items already belong, so that they are not counted twice
   */
  async findExcessError(
    order: CopySource,
    added: readonly ItemAmount[],
    { pointer, rmaId = 0 }: { readonly pointer?: string; readonly rmaId?: number },
  ): Promise<DomainError | undefined> {
    if (added.length === 0) return undefined;
    const rmas = await this.documents.list('rma', [whereEquals('parentId', order.id)], itemsPlan);
    const open = rmas.filter(({ id, status }) => id !== rmaId && !closedRmaStates.has(status));
    const held = open.flatMap(({ additionalItems }) => additionalItems);
    const notes = await this.listNotesWithoutReturn(order.id);
    return findItemExcessError(order, held, added, {
      notes,
      ...(pointer !== undefined && { pointer }),
    });
  }

  /**
   * Lists the credit notes of the order's last valid invoice that have no return. Refunds of returns are already
   * counted as additional items of their RMAs.
   */
  private async listNotesWithoutReturn(orderId: number): Promise<CreditNoteAmounts[]> {
    const all = await this.orderCreditNotes.loadByOrder(orderId, creditNoteAmountsPlan);
    const lastInvoice = all.invoices.findLast(({ annulled }) => !annulled);
    const notes = lastInvoice ? filterCreditNotesOfInvoice(all, lastInvoice.id) : [];
    return notes.filter(({ parentId }) => !all.rmaIdByReturnId.has(parentId ?? 0));
  }
}

interface ItemLimitOptions {
  /** Credit notes that leave less to give back. */
  readonly notes?: readonly CreditNoteAmounts[];
  /** JSON pointer to the items in the request; absent if the request has none. */
  readonly pointer?: string;
}

/**
 * Returns an error if items give back more than earlier items leave.
 * @param order read whole
 * @param held earlier items, for example those of other RMAs
 */
export function findItemExcessError(
  order: CopySource,
  held: readonly ItemAmount[],
  added: readonly ItemAmount[],
  { notes = [], pointer }: ItemLimitOptions = {},
): DomainError | undefined {
  const {
    digits,
    refundLimits: remainingLimits,
    displayedCharges,
  } = toRemainingInvoice(order, toInvoicedAmounts(order), notes);
  const creditedToVouchers = sumAmounts(notes.map(({ totalVouchers }) => totalVouchers));
  const limits = new Map<AdditionalItemType, TenThousandths>([
    ['SHIPPING', remainingLimits.shipping],
    ['PAYMENT', remainingLimits.payment],
    ['VOUCHER', Math.max(0, order.totalVouchers - creditedToVouchers)],
  ]);
  const displayedLimits = new Map<AdditionalItemType, TenThousandths>([
    ['SHIPPING', displayedCharges.shipping],
    ['PAYMENT', displayedCharges.payment],
  ]);
  const excesses = additionalItemTypes.flatMap((type): ItemExcess[] => {
    const heldAmount = sumItemsOfType(held, type);
    const whole = displayedLimits.get(type) ?? Infinity;
    // Items that reach the displayed amount have refunded the roundings too, so nothing is left.
    const limit = heldAmount > 0 && heldAmount >= whole ? heldAmount : (limits.get(type) ?? 0);
    const remaining = Math.max(0, limit - heldAmount);
    let sum = heldAmount;
    // Amounts may have more decimals than the currency: what counts is the sum that is paid.
    const at = added.findIndex(
      (one) => one.type === type && roundToMinorUnit((sum += one.amount), digits) > limit,
    );
    return at < 0
      ? []
      : [{ type, remaining, ...(pointer !== undefined && { pointer: `${pointer}/${at}/amount` }) }];
  });
  return excesses.length > 0 ? new AdditionalItemsTooLarge(excesses) : undefined;
}
