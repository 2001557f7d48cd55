import type { OpenApiTag } from '../../api';

export const customizationTemplatesOpenApiTag: OpenApiTag = {
  name: 'Customization templates',
  position: 2200,
  description:
    'Templates for the personalization of products, such as engravings, with filters that limit who can use them.',
};
