import { PickAnnotatedType } from '../validation/dto';
import { Instant, Int, RecordId, Sort, Text } from '../validation/fields';

/** `{id}` in a path. */
export class IdPath {
  @RecordId({ description: 'Internal identifier' })
  id!: number;
}

/** `{pId}` in a path: any text that a record could have, which may name none. */
export class PidPath {
  @Text({ max: 255, description: 'Public identifier', example: 'size' })
  pId!: string;
}

/** A list that is walked by `page` alone: its envelope shows no cursors. */
export class PageNumberQuery {
  @Int({ min: 1, max: 1_000_000_000, default: 1, description: 'Number of the page, from 1' })
  page!: number;

  @Int({ min: 1, max: 500, default: 100, description: 'Records on a page' })
  perPage!: number;

  @Instant({ optional: true, extension: true, description: 'Only records changed then or later' })
  updatedAt_min?: Date;

  @Instant({
    optional: true,
    endOfDay: true,
    extension: true,
    description: 'Only records last changed then or earlier',
  })
  updatedAt_max?: Date;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    extension: true,
    description: 'Only records from this id on',
  })
  since_id!: number;
}

/** What a list takes that is not paged: which of its records have come or changed, and their order. */
export class ChangeFilterQuery extends PickAnnotatedType(PageNumberQuery, [
  'updatedAt_min',
  'updatedAt_max',
  'since_id',
]) {
  @Sort(['id'], { extension: true })
  sort!: string;
}

/** What every paged list takes (specification, Common conventions, 6 and 7). */
export class PagedQuery extends PageNumberQuery {
  @Text({
    max: 2000,
    optional: true,
    extension: true,
    description: 'Opaque place in the list, as the links of an answer carry it; wins over page',
  })
  cursor?: string;
}

/** A paged list that can be searched. */
export class SearchQuery extends PagedQuery {
  @Text({
    max: 200,
    optional: true,
    description: 'White-space separated terms; each must begin a word of a searchable field',
  })
  q?: string;
}
