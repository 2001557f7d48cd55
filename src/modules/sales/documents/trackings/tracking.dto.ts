import { SchemaExample, Float, Instant, ListOf, Text } from '../../../../api';

export class TrackingPropertyDto {
  @Text({ max: 255, example: 'service' })
  name!: string;

  @Text({ max: 2048, default: '', example: 'Express' })
  value!: string;
}

export class TrackingActivityDto {
  @Instant({ optional: true, description: 'When it happened' })
  dateTime?: Date | null;

  @Text({ max: 2048, default: '', example: 'Arrived at the depot' })
  description!: string;

  @ListOf(() => TrackingPropertyDto, { optional: true })
  properties?: TrackingPropertyDto[];

  @Text({ max: 255, default: '', example: 'IN_TRANSIT' })
  status!: string;
}

export class TrackingPackageDto {
  @ListOf(() => TrackingActivityDto, { optional: true, description: 'Events of the package' })
  activity?: TrackingActivityDto[];

  @Instant({ optional: true })
  lastUpdate?: Date | null;

  @Float({ min: 0, max: 1e9, default: 0 })
  weight!: number;

  @Text({ max: 32, default: '', example: 'kg' })
  weightUnits!: string;
}

/** A carrier's report about a shipment. */
@SchemaExample({
  lastUpdate: '2026-02-02T08:15:00+01:00',
  pickupDate: '2026-02-01T17:30:00+01:00',
  packages: [
    {
      weight: 1.2,
      weightUnits: 'kg',
      activity: [
        {
          dateTime: '2026-02-02T08:15:00+01:00',
          description: 'Arrived at the depot',
          status: 'IN_TRANSIT',
        },
      ],
    },
  ],
  properties: [{ name: 'service', value: 'Express' }],
})
export class TrackingDto {
  @Instant({ optional: true })
  lastUpdate?: Date | null;

  @ListOf(() => TrackingPackageDto, { optional: true })
  packages?: TrackingPackageDto[];

  @Instant({ optional: true, description: 'When the carrier took it' })
  pickupDate?: Date | null;

  @ListOf(() => TrackingPropertyDto, { optional: true })
  properties?: TrackingPropertyDto[];
}
