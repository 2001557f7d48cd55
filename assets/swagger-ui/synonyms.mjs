/** Words that people search for, by the operations and headings that have other words for the same. */

const OF_OPERATIONS = {
  createInvoiceCreditNote: 'refund',
  createCreditNote: 'refund',
  createExport: 'csv backup dump',
  createOrderShipment: 'split partial delivery backorder parcel',
  createRma: 'complaint warranty refund',
  createUserErasure: 'GDPR forget anonymize delete personal data',
  changeOrderStatus: 'cancel ship complete',
  changeOrderStatuses: 'bulk batch',
  changeShipmentStatuses: 'bulk batch',
  receiveOrders: 'bulk batch',
  receiveRmas: 'bulk batch',
  receiveShipments: 'bulk batch',
  replaceManyTrackings: 'bulk batch',
  getInvoiceDocument:
    'xml XRechnung ZUGFeRD Factur-X UBL CII Peppol electronic invoice e-invoice structured print',
  getCreditNoteDocument:
    'xml XRechnung ZUGFeRD Factur-X UBL CII Peppol electronic invoice e-invoice print',
  importLines: 'restore recover upload migrate bulk NDJSON',
  listChanges: 'audit log history who changed this what changed yesterday journal mirror',
  logIn: 'sign in log in login password token',
  rotateApiKey: 'renew secret leaked',
  rotateWebhook: 'renew secret leaked',
  updateUser: 'reset forgot password block customer',
  listInvoices: 'find search invoice csv spreadsheet Excel table export of a day month year',
  listOrders: 'find search order of a customer day month year csv spreadsheet Excel table export',
  listUsers:
    'find search a customer user by a part of the e-mail address or name csv spreadsheet Excel table export',
  removeUser: 'customer account',
  updateAddress: 'correct',
  createUser: 'administrator customer account',
  createUserVoucher: 'coupon gift card discount code',
  giveTrackingNumber: 'send dispatch parcel carrier',
  uploadImage: 'picture photo',
  createWebhook: 'subscribe notification event',
};

/** By the verb that an operationId starts with. */
const OF_VERBS = {
  create: 'new add make',
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
    OF_VERBS[/^[a-z]+/.exec(operationId)[0]],
    ...headings.map((heading) => OF_HEADINGS[heading]),
  ]
    .filter(Boolean)
    .join(' ');
