import { ChangeFilterQuery, SchemaExample, Flag, Instant, Int, Text, TextList } from '../../../api';
import { scopes } from '../../../core/scopes';

const DAY_SECONDS = 24 * 60 * 60;

/** How long old secrets go on working unless told otherwise. */
export const DEFAULT_KEEP_OLD_SECONDS = DAY_SECONDS;

@SchemaExample({ name: 'Warehouse', scopes: ['sales:read', 'sales:write'] })
export class CreateApiKeyDto {
  @Text({ max: 255, example: 'Warehouse', description: 'Who or what uses the key' })
  name!: string;

  @TextList({
    of: scopes,
    min: 1,
    example: ['sales:read', 'sales:write'],
    description: 'What the key may do; only scopes that the caller has',
  })
  scopes!: string[];

  @Instant({
    optional: true,
    description:
      "The key is refused from then on. In the future, and no later than the end of the caller's key, which is the default",
  })
  expiresAt?: Date | null;
}

@SchemaExample({ keepOldFor: 3600 })
export class RotateApiKeyDto {
  @Int({
    min: 0,
    max: 7 * DAY_SECONDS,
    optional: true,
    description: `For so many seconds the old secret works on; ${DEFAULT_KEEP_OLD_SECONDS} unless told otherwise`,
  })
  keepOldFor?: number;
}

export class ApiKeysQuery extends ChangeFilterQuery {
  @Text({
    max: 24,
    optional: true,
    pattern: '^(key|user):[0-9]{1,15}$',
    example: 'user:3',
    description:
      'Only keys that come from this administrator (`user:3`) or key (`key:2`): that it made, or that one of these made, and so on',
  })
  madeBy?: string;
}

export class RemoveApiKeyQuery {
  @Flag({
    default: false,
    description: 'Also the keys that it made, those that they made and so on',
  })
  descendants!: boolean;
}
