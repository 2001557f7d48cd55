import { Instant, Int, OneOf, SearchQuery, Text } from '../../../../api';

/** What every list of sales documents can be asked. */
export class DocumentListQuery extends SearchQuery {
  @Instant({ optional: true, description: 'Only documents of this instant or later' })
  startDate?: Date;

  @Instant({
    optional: true,
    endOfDay: true,
    description: 'Only documents up to this instant; a date alone includes the whole day',
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
      'Comma-separated ids of tags; only documents that carry them with the values of ' +
      'filterCustomTagValues, which stand in the same order',
  })
  filterCustomTagIds?: string;

  @Text({ max: 2000, optional: true, description: 'The same by the pIds of the tags' })
  filterCustomTagPIds?: string;

  @Text({
    max: 2000,
    optional: true,
    description:
      'Comma-separated values, one for each tag; compared exactly, of selectors with text and pId',
  })
  filterCustomTagValues?: string;

  @OneOf(['AND', 'OR'], {
    default: 'AND',
    description: 'AND: documents with all of the tags, OR: with any of them',
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
    extension: true,
    description: 'document: whole documents instead of list items',
  })
  expand?: 'document';
}
