import type { OpenApiTag } from '../../api';

export const customizationTemplatesOpenApiTag: OpenApiTag = {
  name: 'Customization templates',
  rank: 2200,
  description:
    'How products can be made personal, an engraving for example, and filters that say for whom.',
};
