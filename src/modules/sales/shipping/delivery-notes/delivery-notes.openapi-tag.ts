import type { OpenApiTag } from '../../../../api';

export const deliveryNotesOpenApiTag: OpenApiTag = {
  name: 'Delivery notes',
  position: 400,
  description: 'Lists of the goods in a shipment. A shipment has at most one delivery note.',
};
