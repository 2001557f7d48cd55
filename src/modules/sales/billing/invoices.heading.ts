import type { Heading } from '../../../api';

export const invoicesHeading: Heading = {
  name: 'Invoices',
  rank: 1600,
  description: 'An order has one invoice at most. Numbers are without gaps.',
};
