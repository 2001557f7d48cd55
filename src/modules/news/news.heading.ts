import type { Heading } from '../../api';

export const newsHeading: Heading = {
  name: 'News',
  rank: 300,
  description:
    'Articles with texts for each language, the periods in which they are shown, and filters that say to whom.',
};
