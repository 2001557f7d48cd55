/** What the OpenAPI document says of the whole interface. */
export const introduction = `Management interface of an online store's back office.

**Credentials.** Send \`Authorization: Bearer <API key>\`. A key holds scopes: \`<area>:read\`, \`<area>:write\`
(which includes read), or \`*\`.

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
    name: 'Orders',
    description: 'Orders: put in, read, fetched and acknowledged by other systems',
  },
  { name: 'Import', description: "The intake: how a store's data gets in" },
  { name: 'API keys', description: 'Who may call, and what' },
];
