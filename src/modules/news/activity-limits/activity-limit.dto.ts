import { UpdateType, OffsetInstant } from '../../../api';

export class ActivityLimitDto {
  @OffsetInstant({
    description: 'Its calendar date is the first active day',
    example: '2026-12-01T00:00:00+01:00',
  })
  activationDate!: string;

  @OffsetInstant({
    description: 'Its calendar date is the last active day',
    example: '2026-12-24T00:00:00+01:00',
  })
  expirationDate!: string;
}

export class UpdateActivityLimitDto extends UpdateType(ActivityLimitDto) {}
