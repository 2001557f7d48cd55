import type { Heading } from '../../../../api';

export const deliveryNotesHeading: Heading = {
  name: 'Delivery notes',
  rank: 400,
  description: 'What goes along with the parcels of a shipment. A shipment has one at most.',
};
