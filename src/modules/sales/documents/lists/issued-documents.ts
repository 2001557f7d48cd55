import { expandableResponse } from '../../../../api';
import { documentRecord } from '../records/document.record';
import { salesListItemRecord } from '../records/list-item.record';
import { defineDocumentListing } from './document-listing';

/**
 * Defines a list of issued documents (invoices, credit notes, returns) and its response.
 * @param options.numberFilterInfix part of the names of the number filters: `Invoice` in `fromInvoiceNumber`
 * @param options.responseKey key of the documents in the response, for example `invoices`
 */
export function defineIssuedDocumentList({
  numberFilterInfix,
  responseKey,
}: {
  readonly numberFilterInfix: string;
  readonly responseKey: string;
}) {
  return {
    listing: defineDocumentListing({ numberFilterInfix, defaultSort: 'id.desc' }),
    pageResponse: expandableResponse(responseKey, salesListItemRecord, documentRecord),
  };
}
