import {
  UnpagedListQuery,
  SchemaExample,
  Flag,
  Instant,
  Int,
  Name,
  Text,
  TextList,
} from '../../../api';
import { scopes } from '../../../core/scopes';

const DAY_SECONDS = 24 * 60 * 60;

/** How long old secrets stay valid by default. */
export const DEFAULT_KEEP_OLD_SECONDS = DAY_SECONDS;

@SchemaExample({ name: 'Warehouse', scopes: ['sales:read', 'sales:write'] })
export class CreateApiKeyDto {
  @Name({ max: 255, example: 'Warehouse', description: 'The person or program that uses the key' })
  name!: string;

  @TextList({
    of: scopes,
    min: 1,
    example: ['sales:read', 'sales:write'],
    description: 'Scopes of the key; the caller needs all of them',
  })
  scopes!: string[];

  @Instant({
    optional: true,
    description:
      "When the key expires: a time in the future, at the latest the expiry of the caller's key, which is the default",
  })
  expiresAt?: Date | null;
}

@SchemaExample({ keepOldFor: 3600 })
export class RotateApiKeyDto {
  @Int({
    min: 0,
    max: 7 * DAY_SECONDS,
    optional: true,
    description: `How long the old secret stays valid, in seconds; by default ${DEFAULT_KEEP_OLD_SECONDS}`,
  })
  keepOldFor?: number;
}

export class ApiKeysQuery extends UnpagedListQuery {
  @Text({
    max: 24,
    optional: true,
    pattern: '^(key|user):[0-9]{1,15}$',
    example: 'user:3',
    description:
      'Only keys created by this administrator (`user:3`) or key (`key:2`), directly or through keys created by it',
  })
  madeBy?: string;
}

export class RemoveApiKeyQuery {
  @Flag({
    default: false,
    description: 'Whether to delete all keys that it has created directly or indirectly as well',
  })
  descendants!: boolean;
}
