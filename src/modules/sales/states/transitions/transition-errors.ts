import { formatCode, formatCodes } from '../../../../core/codes';
import { defineError } from '../../../../core/errors';
import { stateCodes } from '../../documents';
import type { StatusKind } from '../states';

/** One of each kind, at the beginning of a sentence. */
const sentenceSubjects: Readonly<Record<StatusKind, string>> = {
  order: 'An order',
  rma: 'An RMA',
  shipment: 'A shipment',
};

/** 409: the state can't follow the one that the record is in. */
export const TransitionNotAllowed = defineError<{
  kind: StatusKind;
  from: number;
  to: number;
  allowed: readonly number[];
}>({
  code: 'move.notAllowed',
  status: 409,
  title: "This state can't follow the present one",
  remedy: 'Move to one of `allowedStatuses`.',
  detail: ({ kind, from, to, allowed }) => {
    const codes = stateCodes[kind];
    const [present, wanted] = [formatCode(codes, from), formatCode(codes, to)];
    return allowed.length === 0
      ? `${sentenceSubjects[kind]} in ${present}, which is final, can't go to ${wanted}.`
      : `${sentenceSubjects[kind]} in ${present} can go to ${formatCodes(codes, allowed)}, not to ${wanted}.`;
  },
  extension: ({ allowed }) => ({ allowedStatuses: allowed }),
});
