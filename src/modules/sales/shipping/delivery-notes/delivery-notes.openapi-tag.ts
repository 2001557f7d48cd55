import type { OpenApiTag } from '../../../../api';

export const deliveryNotesOpenApiTag: OpenApiTag = {
  name: 'Delivery notes',
  rank: 400,
  description: 'What goes along with the parcels of a shipment. A shipment has one at most.',
};
