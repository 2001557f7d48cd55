import type { Heading } from '../../api';

export const newsHeading: Heading = {
  name: 'News',
  rank: 1200,
  description:
    'Articles with texts for each language, the periods in which they are shown, and filters that say to whom.',
};
