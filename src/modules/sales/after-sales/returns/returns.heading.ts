import type { Heading } from '../../../../api';

export const returnsHeading: Heading = {
  name: 'Returns',
  rank: 600,
  description: 'Goods that have come back, for RMAs that were accepted.',
};
