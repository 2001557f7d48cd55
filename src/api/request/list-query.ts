import { PickAnnotatedType } from '../validation/dto';
import { Instant, Int, RecordId, Sort, Text } from '../validation/fields';

/** `{id}` in a path. */
export class IdPath {
  @RecordId({ description: 'Internal identifier' })
  id!: number;
}

/** `{pId}` in a path: any text that could be a public identifier, whether it exists or not. */
export class PidPath {
  @Text({ max: 255, description: 'Public identifier', example: 'size' })
  pId!: string;
}

export const MAX_PER_PAGE = 500;

/** Query of a list that is paged by `page` only, without cursors. */
export class PageNumberQuery {
  @Int({ min: 1, max: 1_000_000_000, default: 1, description: 'Number of the page, from 1' })
  page!: number;

  @Int({ min: 1, max: MAX_PER_PAGE, default: 100, description: 'Records on a page' })
  perPage!: number;

  @Instant({
    optional: true,
    isExtension: true,
    description: 'Only records changed at this time or later',
  })
  updatedAt_min?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    isExtension: true,
    description: 'Only records last changed at this time or earlier',
  })
  updatedAt_max?: Date;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    isExtension: true,
    description: 'Only records from this id on',
  })
  since_id!: number;
}

/** Query of a list without pages: filters by change, and the order. */
export class UnpagedListQuery extends PickAnnotatedType(PageNumberQuery, [
  'updatedAt_min',
  'updatedAt_max',
  'since_id',
]) {
  @Sort(['id'], { isExtension: true })
  sort!: string;
}

/** Query of every paged list (specification, Common conventions, 6 and 7). */
export class PagedQuery extends PageNumberQuery {
  @Text({
    max: 2000,
    optional: true,
    isExtension: true,
    description: 'Opaque position in the list, from the links of a response; overrides page',
  })
  cursor?: string;
}

/** Query of a paged list with a search. */
export class SearchQuery extends PagedQuery {
  @Text({
    max: 200,
    optional: true,
    description: 'Terms separated by white space; each must start a word of a searchable field',
  })
  q?: string;
}
