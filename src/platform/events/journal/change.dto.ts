import { Instant, Int, RecordId, Text } from '../../../api';

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Maximum number of changes in a response. */
export const MAX_CHANGES_PER_PAGE = 1000;

export class ChangeQuery {
  @Int({
    min: 0,
    max: MAX_INTEGER,
    optional: true,
    description:
      'Only changes after this position: `NEXT` of the previous response; absent: from the first change',
  })
  after?: number;

  @Text({
    max: 1000,
    optional: true,
    example: 'order,shipment',
    description:
      'Only changes of these kinds of records, separated by commas; absent: all kinds that the caller may read',
  })
  kinds?: string;

  @Text({
    max: 200,
    optional: true,
    example: 'created,moved',
    description: 'Only changes with these actions, separated by commas',
  })
  actions?: string;

  @Text({
    max: 40,
    optional: true,
    pattern: '^(key|user|import|action|system)(:[0-9]{1,15})?$',
    example: 'key:3',
    description:
      'Only changes by `key:3` or `user:7` (with their imports), by the configured action `action:2`, by `import` or by the service (`system`)',
  })
  by?: string;

  @Text({
    max: 32,
    optional: true,
    example: 'order',
    description: 'Kind of a record, with `id`: only changes of this record',
  })
  kind?: string;

  @RecordId({
    optional: true,
    description: 'Id of a record, with `kind`: only changes of this record',
  })
  id?: number;

  @Instant({ optional: true, description: 'Only changes at or after this instant' })
  from?: Date | null;

  @Instant({ optional: true, roundsUp: true, description: 'Only changes until this instant' })
  to?: Date | null;

  @Int({
    min: 1,
    max: MAX_CHANGES_PER_PAGE,
    default: 100,
    description: 'Maximum number of changes',
  })
  limit!: number;

  @Int({
    min: 0,
    max: 30,
    default: 0,
    description: 'How long to wait for the first change, in seconds',
  })
  wait!: number;
}
