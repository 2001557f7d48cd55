import type { Heading } from '../../api';

export const customizationTemplatesHeading: Heading = {
  name: 'Customization templates',
  rank: 2200,
  description:
    'How products can be made personal, an engraving for example, and filters that say for whom.',
};
