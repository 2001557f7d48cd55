import type { Heading } from '../../api';

/** Of the operations, and of the events beside them. */
export const webhooksHeading: Heading = {
  name: 'Webhooks',
  rank: 2360,
  description:
    'Addresses that are told of changes as they happen: each is posted the entries of the journal that it has asked for.',
};
