import type { OpenApiTag } from '../../api';

export const usersOpenApiTag: OpenApiTag = {
  name: 'Users',
  position: 900,
  description:
    'Customers, suppliers, sales agents and administrators: their data, addresses, tags, vouchers, points, wishlists and ' +
    'shopping lists. Changes to members of the system group require `users:admin` as well.',
};
