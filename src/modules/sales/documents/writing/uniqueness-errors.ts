import { defineError } from '../../../../core/errors';

/** 409: document numbers are unique within type and headquarter. */
export const DocumentNumberTaken = defineError<{
  documentNumber: string;
  resource?: string;
  id?: number;
}>({
  code: 'documentNumber.taken',
  status: 409,
  title: 'The document number is taken',
  remedy: 'Send another number, or omit it to get a generated one.',
  detail: ({ documentNumber, resource = 'order' }) =>
    `Another ${resource} of the headquarter uses the number ${JSON.stringify(documentNumber)}.`,
  pointer: () => '/documentNumber',
  extensionMembers: ({ id }) => (id === undefined ? {} : { existingId: id }),
});

/** 409: pIds and tracking numbers of shipments are unique. */
export const ShipmentIdentifierTaken = defineError<{
  field: string;
  value: string;
  pointer: string;
  id?: number;
}>({
  code: 'shipment.taken',
  status: 409,
  title: 'Another shipment uses this pId or tracking number',
  remedy: 'Send another value.',
  detail: ({ field, value }) => `Another shipment uses the ${field} ${JSON.stringify(value)}.`,
  extensionMembers: ({ id }) => (id === undefined ? {} : { existingId: id }),
});
