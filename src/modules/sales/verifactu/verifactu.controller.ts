import {
  ApiController,
  collectionResponse,
  Create,
  IdPath,
  List,
  type OpenApiTag,
  pagedResponse,
  PathParams,
  QueryParams,
  Read,
  ResponseLoadPlan,
} from '../../../api';
import { NotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import {
  filterByMin,
  filterByMax,
  defineList,
  filterByEqual,
  filterBy,
  whereIdInRelated,
  whereEquals,
  DataAccess,
} from '../../../database';
import type { SubmissionState } from '../documents/entities/verifactu-states';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { ChainVerifier } from './chain-verifier';
import { ResponsibilityDeclarationFactory } from './responsibility-declaration';
import { pendingRecordCondition } from './pending-records';
import { RecordCorrector } from './record-corrector';
import {
  VerifactuDatabaseOutdated,
  VerifactuNotCorrectable,
  VerifactuNotExpressible,
  VerifactuNotReady,
} from './verifactu-errors';
import { VerifactuRecordQuery } from './verifactu-record-query.dto';
import {
  verifiedChainRecord,
  responsibilityDeclarationRecord,
  verifactuRecordItem,
  verifactuRecordRecord,
} from './verifactu-record.record';

const verifactuOpenApiTag: OpenApiTag = {
  name: 'Veri*factu',
  position: 870,
  description:
    'Invoicing records of Spanish headquarters, their chains, and what the tax agency (AEAT) has answered.',
};

const verifactuRecordListing = defineList(VerifactuRecord, {
  // Records never change.
  updatedAtProperty: 'createdAt',
  filters: {
    state: filterBy((state: SubmissionState) =>
      state === 'pending'
        ? pendingRecordCondition
        : whereIdInRelated(VerifactuSubmission, 'recordId', [whereEquals('state', state)]),
    ),
    startDate: filterByMin('createdAt'),
    endDate: filterByMax('createdAt'),
    document: filterByEqual('documentId'),
  },
});

/** Reads and corrects invoicing records; an addition to the specification. */
@ApiController('verifactu', {
  area: 'sales',
  openApiTag: verifactuOpenApiTag,
  isExtension: true,
})
export class VerifactuController {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly recordCorrector: RecordCorrector,
    private readonly chainVerifier: ChainVerifier,
    private readonly declarations: ResponsibilityDeclarationFactory,
  ) {}

  @List('records', {
    summary: 'List invoicing records, newest first',
    description:
      'Filters by state, dates and document. A record never changes, so `updatedAt_min` and `updatedAt_max` compare the ' +
      'time at which it was made. Its state follows from the answers of the tax agency.',
    returns: pagedResponse('RECORDS', verifactuRecordItem),
  })
  listVerifactuRecords(
    @QueryParams() query: VerifactuRecordQuery,
    @ResponseLoadPlan() plan: RecordPlan<VerifactuRecord>,
  ) {
    return this.dataAccess.loader.listPage(verifactuRecordListing, { ...query }, plan);
  }

  @Read('records/:id', {
    summary: 'Read an invoicing record',
    description: 'Returns the record with its XML, exactly as it is sent.',
    returns: verifactuRecordRecord,
    errors: [NotFound],
  })
  getVerifactuRecord(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<VerifactuRecord>,
  ) {
    return this.getRecord(id, plan);
  }

  @Create('records/:id/retry', {
    summary: 'Correct an invoicing record',
    description:
      'Use this for a record that the tax agency has rejected, or accepted with errors. The new record has the current data ' +
      'of the document and its headquarter. The old record stays, in the state `corrected`.',
    returns: verifactuRecordRecord,
    errors: [
      NotFound,
      VerifactuNotCorrectable,
      VerifactuNotReady,
      VerifactuNotExpressible,
      VerifactuDatabaseOutdated,
    ],
  })
  async retryVerifactuRecord(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<VerifactuRecord>,
  ) {
    return this.getRecord(await this.recordCorrector.addCorrection(id), plan);
  }

  @Read('chain', {
    summary: 'Recompute the chains of invoicing records',
    description:
      'Computes the hash of each record again from its XML, and compares it with the record and the one before it. ' +
      '`BREAK` is the first difference of a chain; its `SEQUENCE` is 0 without one.',
    returns: collectionResponse('CHAINS', verifiedChainRecord),
    cost: 'HEAVY',
  })
  checkVerifactuChains() {
    return this.chainVerifier.verifyAll();
  }

  @Read('declaration', {
    summary: "Read the producer's declaration of responsibility",
    description:
      'Names the version of the service and the SHA-256 of its files. It is a draft until the settings name the ' +
      'producer and the system.',
    returns: responsibilityDeclarationRecord,
  })
  getVerifactuDeclaration() {
    return this.declarations.createForRunningVersion();
  }

  private async getRecord(id: number, plan: RecordPlan<VerifactuRecord>): Promise<VerifactuRecord> {
    const found = await this.dataAccess.loader.findById(VerifactuRecord, id, plan);
    if (!found) throw new NotFound({ resource: 'verifactu record', id });
    return found;
  }
}
