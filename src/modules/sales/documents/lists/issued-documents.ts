import { expandableResponse, pagedSalesResponse } from '../../../../api';
import { documentRecord } from '../records/document.record';
import { salesListItemRecord } from '../records/list-item.record';
import { documentListing } from './document-listing';

/**
 * The list of documents of a kind that nobody changes: invoices, credit notes, returns. What it can be asked,
 * and its answer.
 * @param name in the number filters, for example `Invoice` of `fromInvoiceNumber`
 * @param key of the documents in the answer, for example `invoices`
 */
export function issuedDocumentList(name: string, key: string) {
  return {
    listing: documentListing(name, 'id.desc'),
    pages: expandableResponse(
      pagedSalesResponse(key, salesListItemRecord),
      pagedSalesResponse(key, documentRecord),
    ),
  };
}
