import type { OpenApiTag } from '../../api';

export const catalogOpenApiTag: OpenApiTag = {
  name: 'Catalog',
  position: 1600,
  description:
    'Products, categories, other imported records and languages that requests can refer to.',
};
