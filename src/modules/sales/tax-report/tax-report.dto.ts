import { Instant, OneOf, Text } from '../../../api';

export class TaxReportQuery {
  @Instant({ description: 'Only documents from this instant on' })
  from!: Date;

  @Instant({
    roundsUp: true,
    description: 'Only documents up to this instant',
  })
  to!: Date;

  @Text({ max: 255, optional: true, description: 'Id or pId of a headquarter; absent: all' })
  headquarter?: string;

  @OneOf(['issue', 'supply'], {
    default: 'issue',
    description:
      'Date that assigns documents to the period: of issue, or of supply as they show it',
  })
  by!: 'issue' | 'supply';
}
