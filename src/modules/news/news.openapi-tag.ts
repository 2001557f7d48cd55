import type { OpenApiTag } from '../../api';

export const newsOpenApiTag: OpenApiTag = {
  name: 'News',
  position: 1200,
  description:
    'Articles with texts for each language, the periods in which they are shown, and filters that limit who can see them.',
};
