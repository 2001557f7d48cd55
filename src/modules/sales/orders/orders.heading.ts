import type { Heading } from '../../../api';

export const ordersHeading: Heading = {
  name: 'Orders',
  rank: 100,
  description:
    'What customers bought. Look orders up, move them through their states, mark them as paid; other systems fetch them by `pending` and acknowledge them by `received`.',
};
