import type { Heading } from '../../api';

export const usersHeading: Heading = {
  name: 'Users',
  rank: 900,
  description:
    'Customers, suppliers, sales agents and administrators: their data, addresses, tags, vouchers, points, wishlists and ' +
    'shopping lists. Whatever is changed of a member of the system group needs `users:admin` as well.',
};
