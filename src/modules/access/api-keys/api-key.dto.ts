import { Example, Instant, Text, TextList } from '../../../api';
import { scopes } from '../../../core/scopes';

@Example({ name: 'Warehouse', scopes: ['sales:read', 'sales:write'] })
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

  @Instant({ optional: true, description: 'The key is refused from then on' })
  expiresAt?: Date;
}
