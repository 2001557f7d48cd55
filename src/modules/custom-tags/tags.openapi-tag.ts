import type { OpenApiTag } from '../../api';

export const tagsOpenApiTag: OpenApiTag = {
  name: 'Tags',
  position: 1800,
  description:
    'Attributes that the store defines for products, users or orders, and the values to choose from. The control type defines the values: a number, a date, or one of a list.',
};
