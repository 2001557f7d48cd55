import { expandableResponse } from '../../../../api';
import { documentRecord } from '../records/document.record';
import { salesListItemRecord } from '../records/list-item.record';
import { defineDocumentListing } from './document-listing';

/**
 * Defines a list of issued documents (invoices, credit notes, returns) and its response.
 * @param name part of the names of the number filters, for example `Invoice` in `fromInvoiceNumber`
 * @param key key of the documents in the response, for example `invoices`
 */
export function defineIssuedDocumentList(name: string, key: string) {
  return {
    listing: defineDocumentListing({ numberFilterInfix: name, defaultSort: 'id.desc' }),
    pageResponse: expandableResponse(key, salesListItemRecord, documentRecord),
  };
}
