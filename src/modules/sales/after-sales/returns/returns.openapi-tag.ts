import type { OpenApiTag } from '../../../../api';

export const returnsOpenApiTag: OpenApiTag = {
  name: 'Returns',
  position: 600,
  description: 'Goods that have come back, for RMAs that were accepted.',
};
