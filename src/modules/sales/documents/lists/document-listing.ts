import {
  anyOf,
  filterByMin,
  filterByMax,
  type Condition,
  filterBy,
  filterByEqual,
  type ListFilter,
  isOneOf,
  defineListing,
  type Listing,
} from '../../../../database';
import { documentSearch, SalesDocument } from '../entities/document.entity';

/** Sort keys of document lists. */
export const documentSorts = ['id', 'pId', 'documentNumber', 'date', 'total', 'status'];

const filters: Readonly<Record<string, ListFilter>> = {
  startDate: filterByMin('date'),
  endDate: filterByMax('date'),
  headquarters: filterBy(toHeadquarterCondition),
  paymentSystems: filterBy((text: string) =>
    referenceFilter('paymentSystemId', 'paymentSystemPId', text),
  ),
  userId: filterByEqual('userId'),
  status: filterByEqual('status', { acceptsFalsy: true }),
};

/**
 * Defines a list of sales documents.
 * @param name part of the names of the number filters, for example `Order` in `fromOrderNumber`
 */
export function defineDocumentListing(name: string, defaultSort: string): Listing<SalesDocument> {
  return defineListing(SalesDocument, {
    sort: {
      pId: 'pId',
      documentNumber: { property: 'documentNumber', foldedProperty: 'documentNumberFolded' },
      date: 'date',
      total: 'total',
      status: 'status',
    },
    defaultSort,
    search: documentSearch,
    filters: {
      ...filters,
      [`from${name}Number`]: filterByMin('serial'),
      [`to${name}Number`]: filterByMax('serial'),
    },
  });
}

/** Matches documents against comma-separated ids and pIds of headquarters. */
export function toHeadquarterCondition(text: string): Condition {
  return referenceFilter('headquarterId', 'headquarterPId', text);
}

/** Matches a reference against comma-separated ids and pIds. A word of digits counts as both. */
function referenceFilter(id: string, pId: string, text: string): Condition {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const ids = words.filter((word) => /^[1-9]\d{0,15}$/.test(word)).map(Number);
  const pIds = words.filter((word) => word.length <= 255);
  return anyOf(isOneOf(id, ids.filter(Number.isSafeInteger)), isOneOf(pId, pIds));
}
