import type { OpenApiTag } from '../../../api';

export const ordersOpenApiTag: OpenApiTag = {
  name: 'Orders',
  position: 100,
  description:
    'Orders of customers. Read them, change their states, mark them as paid. Other systems poll `pending` and ' +
    'acknowledge by `received`.',
};
