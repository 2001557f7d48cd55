import type { OpenApiTag } from '../../../api';

export const invoicesOpenApiTag: OpenApiTag = {
  name: 'Invoices',
  position: 200,
  description: 'An order has at most one open invoice. Numbers have no gaps.',
};
