import type { OpenApiTag } from '../../api';

export const catalogOpenApiTag: OpenApiTag = {
  name: 'Catalog',
  rank: 1600,
  description:
    'Products, categories and everything else that was imported, and languages: look up here what requests refer to.',
};
