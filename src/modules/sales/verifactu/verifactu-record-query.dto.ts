import { Instant, Int, OneOf, PagedQuery, Sort } from '../../../api';
import { type SubmissionState, submissionStates } from '../documents/entities/verifactu-states';

/** Query parameters of the list of invoicing records. */
export class VerifactuRecordQuery extends PagedQuery {
  @OneOf(submissionStates, { optional: true, description: 'Only records in this state' })
  state?: SubmissionState;

  @Instant({ optional: true, description: 'Only records made at this instant or later' })
  startDate?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    description: 'Only records made up to this instant',
  })
  endDate?: Date;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only records of the document with this id; 0 for all',
  })
  document!: number;

  @Sort(['id'], { default: 'id.desc' })
  sort!: string;
}
