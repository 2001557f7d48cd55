import { Instant, Int, RecordId, Text } from '../../../api';

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

export class ChangeQuery {
  @Int({
    min: 0,
    max: MAX_INTEGER,
    optional: true,
    description:
      'Only changes after this position: `NEXT` of the previous answer; absent: from the first one on',
  })
  after?: number;

  @Text({
    max: 1000,
    optional: true,
    example: 'order,shipment',
    description:
      'Only changes of records of these kinds, comma-separated; absent: of all that the caller may read',
  })
  kinds?: string;

  @Text({
    max: 200,
    optional: true,
    example: 'created,moved',
    description: 'Only changes with these actions, comma-separated',
  })
  actions?: string;

  @Text({
    max: 40,
    optional: true,
    pattern: '^(key|user|import|action|system)(:[0-9]{1,15})?$',
    example: 'key:3',
    description:
      'Only changes by this API key (`key:3`) or administrator (`user:7`), those by their imports included, by this configured action (`action:2`), by imports (`import`) or by the service itself (`system`)',
  })
  by?: string;

  @Text({
    max: 32,
    optional: true,
    example: 'order',
    description: 'With `id`: only changes of this one record',
  })
  kind?: string;

  @RecordId({ optional: true, description: 'With `kind`: the internal identifier of the record' })
  id?: number;

  @Instant({ optional: true, description: 'Only changes at this instant or later' })
  from?: Date | null;

  @Instant({ optional: true, endOfDay: true, description: 'Only changes up to this instant' })
  to?: Date | null;

  @Int({ min: 1, max: 1000, default: 100, description: 'The most changes to answer' })
  limit!: number;

  @Int({
    min: 0,
    max: 30,
    default: 0,
    description: 'How many seconds to wait for changes when there are none yet',
  })
  wait!: number;
}
