import { Text } from '../../../../api';

export class AnnulmentDto {
  @Text({ min: 1, max: 1000, description: 'Why the transaction never took place' })
  reason!: string;
}
