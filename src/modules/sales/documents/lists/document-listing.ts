import {
  anyOf,
  filterByMin,
  filterByMax,
  type Condition,
  filterBy,
  filterByEqual,
  type ListFilter,
  whereIn,
  defineList,
  type ListDefinition,
} from '../../../../database';
import { documentSearchKind, SalesDocument } from '../entities/document.entity';

/** Sort keys of document lists. */
export const documentSortKeys = ['id', 'pId', 'documentNumber', 'date', 'total', 'status'];

const filters: Readonly<Record<string, ListFilter>> = {
  startDate: filterByMin('date'),
  endDate: filterByMax('date'),
  headquarters: filterBy(toHeadquarterCondition),
  paymentSystems: filterBy((text: string) =>
    toReferenceCondition('paymentSystemId', 'paymentSystemPId', text),
  ),
  userId: filterByEqual('userId'),
  status: filterByEqual('status', { acceptsFalsy: true }),
};

/**
 * Defines a list of sales documents.
 * @param options.numberFilterInfix part of the names of the number filters: `Order` in `fromOrderNumber`
 */
export function defineDocumentListing({
  numberFilterInfix,
  defaultSort,
}: {
  readonly numberFilterInfix: string;
  readonly defaultSort: string;
}): ListDefinition<SalesDocument> {
  return defineList(SalesDocument, {
    sort: {
      pId: 'pId',
      documentNumber: { property: 'documentNumber', foldedProperty: 'documentNumberFolded' },
      date: 'date',
      total: 'total',
      status: 'status',
    },
    defaultSort,
    search: documentSearchKind,
    filters: {
      ...filters,
      [`from${numberFilterInfix}Number`]: filterByMin('serial'),
      [`to${numberFilterInfix}Number`]: filterByMax('serial'),
    },
  });
}

/** Matches documents against comma-separated ids and pIds of headquarters. */
export function toHeadquarterCondition(text: string): Condition {
  return toReferenceCondition('headquarterId', 'headquarterPId', text);
}

/** Matches a reference against comma-separated ids and pIds. A word of digits counts as both. */
function toReferenceCondition(id: string, pId: string, text: string): Condition {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const ids = words.filter((word) => /^[1-9]\d{0,15}$/.test(word)).map(Number);
  const pIds = words.filter((word) => word.length <= 255);
  return anyOf(whereIn(id, ids.filter(Number.isSafeInteger)), whereIn(pId, pIds));
}
