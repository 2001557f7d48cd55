import { defineError } from '../../../../core/errors';

/** 409: a document number is unique within its type and headquarter. */
export const DocumentNumberTaken = defineError<{
  documentNumber: string;
  resource?: string;
  id?: number;
}>({
  code: 'documentNumber.taken',
  status: 409,
  title: 'The document number is taken',
  remedy: 'Send another number, or none: the service makes one.',
  detail: ({ documentNumber, resource = 'order' }) =>
    `Another ${resource} of the headquarter has the number ${JSON.stringify(documentNumber)}.`,
  pointer: () => '/documentNumber',
  extension: ({ id }) => (id === undefined ? {} : { existingId: id }),
});

/** 409: shipments' pIds and tracking numbers are unique. */
export const ShipmentTaken = defineError<{
  field: string;
  value: string;
  pointer: string;
  id?: number;
}>({
  code: 'shipment.taken',
  status: 409,
  title: 'Another shipment has this',
  remedy: 'Send another value.',
  detail: ({ field, value }) => `Another shipment has the ${field} ${JSON.stringify(value)}.`,
  pointer: ({ pointer }) => pointer,
  extension: ({ id }) => (id === undefined ? {} : { existingId: id }),
});
