import type { Heading } from '../../../api';

export const invoicesHeading: Heading = {
  name: 'Invoices',
  rank: 200,
  description: 'An order has one invoice at most. Numbers are without gaps.',
};
