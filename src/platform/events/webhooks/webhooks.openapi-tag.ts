import type { OpenApiTag } from '../../../api';

/** OpenAPI tag of the operations and their events. */
export const webhooksOpenApiTag: OpenApiTag = {
  name: 'Webhooks',
  position: 2360,
  description:
    'URLs that changes are posted to as they happen: each receives the journal entries that it is subscribed to.',
};
