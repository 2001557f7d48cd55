/** Words that people search for, by the operations and headings that have other words for the same. */

const OF_OPERATIONS = {
  createInvoiceCreditNote: 'refund',
  createCreditNote: 'refund',
  createExport: 'csv backup dump',
  createOrderShipment: 'split partial delivery backorder parcel',
  createRma: 'complaint warranty refund',
  createUserErasure: 'GDPR forget anonymize delete personal data',
  changeOrderStatus: 'cancel ship complete',
  getInvoiceDocument:
    'xml XRechnung ZUGFeRD Factur-X UBL CII Peppol electronic invoice e-invoice structured print',
  getCreditNoteDocument:
    'xml XRechnung ZUGFeRD Factur-X UBL CII Peppol electronic invoice e-invoice print',
  importLines: 'restore recover upload migrate bulk NDJSON',
  listChanges: 'audit log history who changed this what changed yesterday journal mirror',
  logIn: 'sign in log in login password token',
  rotateApiKey: 'renew secret leaked',
  rotateWebhook: 'renew secret leaked',
  updateUser: 'reset password block customer',
  listUsers: 'find a customer by a part of the e-mail address or name',
  updateAddress: 'correct edit',
  createUser: 'new administrator customer account',
  giveTrackingNumber: 'parcel carrier',
  uploadImage: 'picture photo',
  createWebhook: 'subscribe notification event',
};

const OF_HEADINGS = {
  Users: 'customers administrators accounts',
  'Customization templates': 'personalization',
  Locations: 'shops stores pickup points',
  Tags: 'attributes custom fields',
};

/** The synonyms of an operation, as one text. */
export const synonymsOf = (operationId, headings) =>
  [OF_OPERATIONS[operationId], ...headings.map((heading) => OF_HEADINGS[heading])]
    .filter(Boolean)
    .join(' ');
