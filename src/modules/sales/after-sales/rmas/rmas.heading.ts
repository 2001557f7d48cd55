import type { Heading } from '../../../../api';

export const rmasHeading: Heading = {
  name: 'RMAs',
  rank: 1700,
  description: 'What customers ask to return, from the request to its acceptance or denial.',
};
