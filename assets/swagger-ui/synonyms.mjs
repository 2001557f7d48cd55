/** Words that people search for, by the operations and headings that have other words for the same. */

const OF_OPERATIONS = {
  createExport: 'backup dump',
  createOrderShipment: 'split partial delivery backorder parcel',
  createRma: 'complaint warranty refund',
  createUserErasure: 'GDPR forget anonymize delete personal data',
  changeOrderStatus: 'cancel ship complete on hold',
  changeShipmentStatuses: 'bulk batch mass',
  receiveOrders: 'bulk batch mass',
  receiveRmas: 'bulk batch mass',
  receiveShipments: 'bulk batch mass',
  replaceManyTrackings: 'bulk batch mass',
  getInvoiceDocument: 'electronic invoice structured print',
  getCreditNoteDocument:
    'xml XRechnung ZUGFeRD Factur-X UBL CII Peppol electronic invoice e-invoice print',
  importLines: 'restore recover upload migrate bulk NDJSON',
  listChanges: 'audit log history who changed this what changed yesterday journal mirror',
  logIn: 'sign in log in login password token',
  replayWebhook: 'retry resend repeat failed',
  rotateApiKey: 'renew secret leaked',
  rotateWebhook: 'renew secret leaked',
  updateUser: 'reset forgot password block',
  listInvoices: 'find search invoice export of a day month year',
  listOrders: 'find search order of a customer day month year export',
  listUsers: 'find search a customer user by a part of the e-mail address or name export',
  removeUser: 'account',
  updateAddress: 'correct',
  createUser: 'administrator account',
  createUserVoucher: 'coupon gift card discount code',
  giveTrackingNumber: 'send dispatch parcel carrier',
  uploadImage: 'picture photo',
  createWebhook: 'subscribe notification event',
};

/** Phrases by which people mean an operation, although others have them in their titles. */
const PURPOSES = {
  changeOrderStatuses: ['bulk', 'batch', 'mass update'],
  createCreditNote: ['refund'],
  createInvoiceCreditNote: ['refund'],
  createUser: ['new customer'],
  getInvoiceDocument: [
    'xml',
    'XRechnung',
    'ZUGFeRD',
    'Factur-X',
    'UBL',
    'CII',
    'Peppol',
    'e-invoice',
  ],
  listInvoices: ['csv', 'Excel', 'spreadsheet', 'table'],
  listOrders: ['csv', 'Excel', 'spreadsheet', 'table'],
  listUsers: ['customer', 'customers'],
  removeUser: ['delete customer'],
  updateUser: ['change customer'],
};

/** By the verb that an operationId starts with. */
const OF_VERBS = {
  create: 'new add make',
  list: 'csv Excel spreadsheet table',
  update: 'edit modify',
  remove: 'delete',
};

const OF_HEADINGS = {
  Users: 'customers administrators accounts',
  'Customization templates': 'personalization',
  Locations: 'shops stores pickup points',
  Tags: 'attributes custom fields',
};

/** The synonyms of an operation, as one text. */
export const synonymsOf = (operationId, headings) =>
  [
    OF_OPERATIONS[operationId],
    ...purposesOf(operationId),
    OF_VERBS[/^[a-z]+/.exec(operationId)[0]],
    ...headings.map((heading) => OF_HEADINGS[heading]),
  ]
    .filter(Boolean)
    .join(' ');

/** The phrases that mean an operation. */
export const purposesOf = (operationId) => PURPOSES[operationId] ?? [];
