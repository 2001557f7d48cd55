/**
 * From the ground up: an area may name only areas that stand above it in this table, so it can't
 * hold a cycle. Add an import here when a resource needs it, and say in the commit what for.
 */
module.exports = {
  access: [],
  health: [],
  idempotency: [],
  metrics: [],
  intake: [],
  catalog: ['intake'],
  filters: ['catalog'],
  seo: [],
  files: [],
  images: [],
  'file-manager': ['files'],
  outbox: [],
  'custom-tags': ['intake'],
  news: ['intake', 'filters', 'seo'],
  definitions: ['intake', 'filters'],
  locations: ['intake', 'catalog'],
  channels: ['intake', 'catalog', 'locations'],
  users: ['access', 'intake', 'catalog', 'filters', 'custom-tags'],
  sales: ['intake', 'catalog', 'locations', 'users', 'custom-tags', 'files', 'outbox'],
  util: ['catalog', 'filters', 'sales', 'files', 'images'],
};
