import type { OpenApiTag } from '../../api';

export const usersOpenApiTag: OpenApiTag = {
  name: 'Users',
  rank: 900,
  description:
    'Customers, suppliers, sales agents and administrators: their data, addresses, tags, vouchers, points, wishlists and ' +
    'shopping lists. Whatever is changed of a member of the system group needs `users:admin` as well.',
};
