import type { OpenApiTag } from '../../../api';

export const invoicesOpenApiTag: OpenApiTag = {
  name: 'Invoices',
  rank: 200,
  description: 'An order has one invoice at most. Numbers are without gaps.',
};
