import { formatCode, formatCodes } from '../../../../core/code-list';
import { defineError } from '../../../../core/errors';
import { stateCodes } from '../../documents';
import type { StatefulRecordKind } from '../stateful-record-kinds';

/** The kinds as subjects of a sentence. */
const sentenceSubjects: Readonly<Record<StatefulRecordKind, string>> = {
  order: 'An order',
  rma: 'An RMA',
  shipment: 'A shipment',
};

/** 409: the requested state can't follow the record's current state. */
export const TransitionNotAllowed = defineError<{
  kind: StatefulRecordKind;
  from: number;
  to: number;
  allowed: readonly number[];
}>({
  code: 'move.notAllowed',
  status: 409,
  title: "The new state can't follow the current one",
  remedy: 'Choose one of `allowedStatuses`.',
  detail: ({ kind, from, to, allowed }) => {
    const codes = stateCodes[kind];
    const [current, requested] = [formatCode(codes, from), formatCode(codes, to)];
    return allowed.length === 0
      ? `${sentenceSubjects[kind]} in ${current}, which is final, can't go to ${requested}.`
      : `${sentenceSubjects[kind]} in ${current} can go to ${formatCodes(codes, allowed)}, not to ${requested}.`;
  },
  extensionMembers: ({ allowed }) => ({ allowedStatuses: allowed }),
});
