/** What the OpenAPI document says of the whole interface. */
export const introduction = `Management interface of an online store's back office.

**Credentials.** Send \`Authorization: Bearer <API key>\`. A key holds scopes: \`<area>:read\`, \`<area>:write\`
(which includes read), or \`*\`. Administrators log in by \`POST /v1/auth/login\` and send the token that it answers.

**Identifiers.** Records have an internal number, \`id\`, and a public identifier, \`pId\`, that the store chooses:
unique per collection, compared exactly.

**Lists** are paged by \`page\` and \`perPage\`. Following the \`NEXT\` cursor to the end visits every record exactly
once, and costs the same on every page.

**Errors** are problem documents (RFC 9457). Compare \`code\`, not the texts; \`errors\` points at every fault.

**Dates** are ISO 8601 with offset. **Countries** are ISO 3166-1, **languages** ISO 639-1, **currencies** ISO 4217.

Operations, parameters and keys marked \`x-extension\` are additions to the specification of the interface.`;

/** The headings of the document, in the order in which a reader wants them. */
export const tagTexts: readonly { name: string; description: string }[] = [
  { name: 'Tag groups', description: 'Groups of tags (custom attributes)' },
  {
    name: 'Tags',
    description: 'Tags: attributes that the store defines for products, users, orders',
  },
  { name: 'News', description: 'News of the store: texts, periods, audience, SEO' },
  { name: 'Locations', description: 'Physical locations: shops, pick-up points, warehouses' },
  { name: 'Customization templates', description: 'Definitions, and whom they are for' },
  { name: 'Channels', description: 'Sales channels and the locations that serve them' },
  { name: 'Users', description: 'Users, their address books and everything of their own' },
  {
    name: 'User groups',
    description: 'Groups of users; one is the default, one the administrators',
  },
  { name: 'Login', description: 'Administrators: a token for name and password' },
  { name: 'Filters', description: 'For whom an element of the store is: users, groups, countries' },
  { name: 'Status lists', description: 'The states of orders, RMAs and shipments' },
  { name: 'Catalog', description: 'Languages, and what the store brought along' },
  {
    name: 'Orders',
    description: 'Orders: put in, read, fetched and acknowledged by other systems',
  },
  { name: 'Import', description: "The intake: how a store's data gets in" },
  { name: 'API keys', description: 'Who may call, and what' },
];
