import type { OpenApiTag } from '../../../../api';

export const creditNotesOpenApiTag: OpenApiTag = {
  name: 'Credit notes',
  rank: 700,
  description:
    'What a return gives back of the order, computed from its lines. Numbers are without gaps.',
};
