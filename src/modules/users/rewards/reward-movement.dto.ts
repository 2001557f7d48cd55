import { SchemaExample, Int, OffsetInstant, Text } from '../../../api';

@SchemaExample({ points: 100, comment: 'Thank you' })
export class CreateRewardMovementDto {
  @Int({ except: 0, example: 100, description: 'Earned points; spent points if negative' })
  points!: number;

  @Text({ max: 255, default: '' })
  comment!: string;

  @OffsetInstant({
    optional: true,
    description: 'When earned points expire',
  })
  expirationDate?: string | null;
}
