import type { OpenApiTag } from '../../../api';

/** The heading of the operations, and of the events that go with them. */
export const webhooksOpenApiTag: OpenApiTag = {
  name: 'Webhooks',
  rank: 2360,
  description:
    'Addresses that hear of changes as they happen: each is posted the entries of the journal that it has subscribed to.',
};
