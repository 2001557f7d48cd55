import { defineError, type FieldError, InvalidRequest } from '../../../../core/errors';
import { quantityToNumber, type Thousandths } from '../../../../core/money';
import { getCodeNumber, formatCode } from '../../../../core/code-list';
import { stateCodes } from '../../documents';

/** 400: an RMA that asks for nothing. */
export function createEmptyRmaError(): InstanceType<typeof InvalidRequest> {
  const detail = 'An RMA needs items or additional items.';
  return new InvalidRequest([{ pointer: '', code: 'rma.empty', detail }]);
}

/** 422: lines that can't be returned. */
export const RowNotReturnable = defineError<readonly Pick<FieldError, 'pointer'>[]>({
  code: 'row.noReturn',
  status: 422,
  title: "A line can't be returned",
  remedy: 'Leave the line out.',
  detail: () => "The line can't be returned (NORETURN).",
  fieldErrors: (faults) =>
    faults.map(({ pointer }) => ({
      pointer,
      code: 'row.noReturn',
      detail: "The line can't be returned.",
    })),
});

/** A line of which more is asked for than can be returned. */
export interface QuantityExcess {
  readonly hash: string;
  readonly requested: Thousandths;
  /** The quantity that no RMA holds. */
  readonly remaining: Thousandths;
  /** JSON pointer to the quantity, if it is in the request. */
  readonly pointer?: string;
}

/** 409: RMAs that are under way or done hold what is asked for. */
export const ReturnQuantityTooLarge = defineError<readonly QuantityExcess[]>({
  code: 'rma.quantity',
  status: 409,
  title: 'More is returned than was bought',
  remedy: 'Return at most what is left.',
  detail: (excesses) => excesses.map(toExcessText).join(' '),
  fieldErrors: (excesses) =>
    excesses.flatMap((one) =>
      one.pointer === undefined
        ? []
        : [{ pointer: one.pointer, code: 'rma.quantity', detail: toExcessText(one) }],
    ),
});

/** 422: the number of an RMA's additional items is limited. */
export const TooManyAdditionalItems = defineError<{ max: number }>({
  code: 'rma.tooManyItems',
  status: 422,
  title: 'Too many additional items',
  remedy: 'Send fewer additional items.',
  detail: ({ max }) => `An RMA has at most ${max} additional items.`,
  pointer: () => '',
});

/** 409: in a final state an RMA stays as it is. */
export const RmaFinal = defineError<{ status: number }>({
  code: 'rma.final',
  status: 409,
  title: 'The RMA is completed or deleted',
  remedy: 'Create another RMA.',
  detail: ({ status }) =>
    `The RMA is in ${formatCode(stateCodes.rma, status)}, which is final: nothing can be added to it.`,
});

/** The state of an RMA that a return is made of. */
export const RMA_ACCEPTED = getCodeNumber(stateCodes.rma, 'Accepted');

/** 409: a return is made of an accepted RMA. */
export const RmaNotAccepted = defineError<{ status: number }>({
  code: 'rma.notAccepted',
  status: 409,
  title: 'The RMA is not accepted',
  remedy: 'Accept the RMA first (`changeStatus`).',
  detail: ({ status }) =>
    `The RMA is in ${formatCode(stateCodes.rma, status)}; returns can be created only in ${formatCode(stateCodes.rma, RMA_ACCEPTED)}.`,
});

function toExcessText({ hash, requested, remaining }: QuantityExcess): string {
  return `At most ${quantityToNumber(remaining)} of the line ${hash} can be returned, not ${quantityToNumber(requested)}.`;
}
