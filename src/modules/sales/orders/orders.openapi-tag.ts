import type { OpenApiTag } from '../../../api';

export const ordersOpenApiTag: OpenApiTag = {
  name: 'Orders',
  rank: 100,
  description:
    'What customers bought. Look orders up, move them through their states, mark them as paid; other systems fetch them by `pending` and acknowledge them by `received`.',
};
