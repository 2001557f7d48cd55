import type { Heading } from '../../api';

export const usersHeading: Heading = {
  name: 'Users',
  rank: 700,
  description:
    'Customers, suppliers, sales agents and administrators: their data, addresses, tags, vouchers, points, wishlists and shopping lists.',
};
