import { SchemaExample, Int, OffsetInstant, Text } from '../../../api';

@SchemaExample({ points: 100, comment: 'Thank you' })
export class CreateRewardMovementDto {
  @Int({ except: 0, example: 100, description: 'Earned; negative: spent' })
  points!: number;

  @Text({ max: 255, default: '' })
  comment!: string;

  @OffsetInstant({
    optional: true,
    description: 'Of earned points: from then on they can no longer be spent',
  })
  expirationDate?: string | null;
}
