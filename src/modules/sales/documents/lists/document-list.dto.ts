import { Instant, Int, OneOf, SearchQuery, Text } from '../../../../api';

/** Query parameters of every list of sales documents. */
export class DocumentListQuery extends SearchQuery {
  @Instant({ optional: true, description: 'Only documents from this instant on' })
  startDate?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    description: 'Only documents up to this instant',
  })
  endDate?: Date;

  @Text({ max: 2000, optional: true, description: 'Comma-separated ids or pIds of headquarters' })
  headquarters?: string;

  @Text({
    max: 2000,
    optional: true,
    description: 'Comma-separated ids or pIds of payment systems',
  })
  paymentSystems?: string;

  @Text({
    max: 2000,
    optional: true,
    description:
      'Comma-separated ids of tags; only documents that have these tags with the values of ' +
      'filterCustomTagValues, in the same order',
  })
  filterCustomTagIds?: string;

  @Text({
    max: 2000,
    optional: true,
    description:
      'Like filterCustomTagIds, with the pIds of the tags; with both, they must be of the same tags',
  })
  filterCustomTagPIds?: string;

  @Text({
    max: 2000,
    optional: true,
    description:
      'Comma-separated values, one for each tag; compared exactly, without spaces around them. For a selector, the ' +
      'text or the pId of the value',
  })
  filterCustomTagValues?: string;

  @OneOf(['AND', 'OR'], {
    default: 'AND',
    description: 'AND: documents with all of the tags; OR: documents with any of them',
  })
  filterCustomTagCondition!: 'AND' | 'OR';

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only documents of this customer; 0 for all',
  })
  userId!: number;

  @OneOf(['document'], {
    optional: true,
    isExtension: true,
    description: 'document: whole documents instead of list items',
  })
  expand?: 'document';
}
