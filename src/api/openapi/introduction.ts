/** What the OpenAPI document says of the whole interface. */
export const introduction = `Management interface of an online store's back office.

**Credentials.** Send \`Authorization: Bearer <API key>\`. A key holds scopes: \`<area>:read\`, \`<area>:write\`
(which includes read), or \`*\`. Administrators log in by \`POST /v1/auth/login\` and send the token that it answers. On
this page press *Authorize* and paste either; *Execute* then sends the request as it stands.

**Bytes** (PDFs, files) come as Base64 within JSON. \`jq -r .content | base64 -d > order.pdf\` makes a file of them.

**Identifiers.** Records have an internal number, \`id\`, and a public identifier, \`pId\`, that the store chooses:
unique per collection, compared exactly.

**Lists** are paged by \`page\` and \`perPage\`. Following the \`NEXT\` cursor to the end visits every record exactly
once, and costs the same on every page.

**Errors** are problem documents (RFC 9457). Compare \`code\`, not the texts; \`errors\` points at every fault.

**Rate limits.** A LIGHT call costs its caller 1 point, a HEAVY one 10 (\`x-request-type\`), of a budget for each minute.
The header \`RateLimit\` tells what is left; beyond it calls are refused with 429 and \`Retry-After\`.

**Dates** are ISO 8601 with offset. **Countries** are ISO 3166-1, **languages** ISO 639-1, **currencies** ISO 4217.

Operations, parameters and keys marked \`x-extension\` are additions to the specification of the interface.`;

/** The headings of the document, in the order in which a reader wants them, each with a short introduction. */
export const tagTexts = [
  {
    name: 'Tag groups',
    description:
      'Groups that tags are shown in, such as "Looks" or "Care". A tag can be in several of them.',
  },
  {
    name: 'Tags',
    description:
      'Attributes that the store defines for products, users or orders, and the values to choose from. The control type says what a value is: a number, a date, one of a list.',
  },
  {
    name: 'News',
    description:
      'Articles with texts for each language, the periods in which they are shown, and filters that say to whom.',
  },
  {
    name: 'Locations',
    description: 'Shops, pick-up points and warehouses with their addresses and opening hours.',
  },
  {
    name: 'Customization templates',
    description:
      'How products can be made personal, an engraving for example, and filters that say for whom.',
  },
  {
    name: 'Channels',
    description:
      'Where the store sells, and which locations hand out or take back what was bought there.',
  },
  {
    name: 'Users',
    description:
      'Customers, suppliers, sales agents and administrators: their data, addresses, tags, vouchers, points, wishlists and shopping lists.',
  },
  {
    name: 'User groups',
    description:
      'Every user is in one group. One can be the default for new users, another one is that of the administrators.',
  },
  {
    name: 'Login',
    description:
      'Gives an administrator a token for name and password. Paste it under *Authorize*.',
  },
  {
    name: 'Filters',
    description:
      'For whom a banner, a page or another element of the store is: users, groups, countries, zones.',
  },
  {
    name: 'Status lists',
    description:
      "The states of orders, RMAs and shipments with the store's own sub-states below them, to choose from when something is moved.",
  },
  {
    name: 'Catalog',
    description:
      'Products, categories and everything else that was imported, and languages: look up here what requests refer to.',
  },
  {
    name: 'File manager',
    description:
      'The stored files and folders. They are served to everybody below `/static/`, but for `attachments`.',
  },
  {
    name: 'Orders',
    description:
      'What customers bought. Look orders up, move them through their states, mark them as paid; other systems fetch them by `pending` and acknowledge them by `received`.',
  },
  {
    name: 'Documents as PDF',
    description: 'Every sales document as a PDF. The answer holds it in Base64.',
  },
  {
    name: 'Invoices',
    description: 'An order has one invoice at most. Numbers are without gaps.',
  },
  {
    name: 'RMAs',
    description: 'What customers ask to return, from the request to its acceptance or denial.',
  },
  {
    name: 'Returns',
    description: 'Goods that have come back, for RMAs that were accepted.',
  },
  {
    name: 'Credit notes',
    description:
      'What a return gives back of the order, computed from its lines. Numbers are without gaps.',
  },
  {
    name: 'Shipments',
    description:
      'The parcels of orders: fetched by warehouses, moved through their states, given tracking numbers.',
  },
  {
    name: 'Delivery notes',
    description: 'What goes along with the parcels of a shipment. A shipment has one at most.',
  },
  {
    name: 'Images',
    description: 'Takes an image in and stores it in the sizes that the pages of the store need.',
  },
  {
    name: 'Import',
    description:
      "Brings a store's data in, as lines of JSON: products, taxes, users, orders. The same lines again change nothing.",
  },
  {
    name: 'API keys',
    description:
      'Keys for programs, each with the areas that it may read or write. A key is shown once, when it is created.',
  },
] as const;

/** A heading of the document. */
export type Heading = (typeof tagTexts)[number]['name'];
