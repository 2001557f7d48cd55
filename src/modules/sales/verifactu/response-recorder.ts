import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text-folding';
import { increment, whereEquals, DataAccess } from '../../../database';
import { SalesDocument } from '../documents/entities/document.entity';
import type { SubmissionState } from '../documents/entities/verifactu-states';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import type { RecordResult, MessageResponse, MessageRejectedError } from './message-xml';
import { PendingRecordFinder, type SendingChain, type RecordToSend } from './pending-records';

/** `CodigoErrorRegistro` of a record that AEAT already has. */
export const DUPLICATE_RECORD_CODE = 3000;

/** Records whose responses are stored in one unit of work. */
const RECORDS_PER_UNIT_OF_WORK = 100;
const MAX_ERROR_LENGTH = 1500;
const MAX_RECEIPT_LENGTH = 64;

const recordIdentityPlan = createLoadPlan(
  VerifactuRecord,
  ['sequence', 'operation', 'number', 'issuedOn', 'hash'],
  { submissions: ['attempts'] },
);
const documentPlan = createLoadPlan(SalesDocument, ['verifactu']);

type StoredRecordIdentity = Loaded<typeof recordIdentityPlan>;

/** The new state of a record. */
interface RecordOutcome {
  readonly record: RecordToSend;
  readonly state: SubmissionState;
  readonly result: Pick<RecordResult, 'error' | 'errorCode'>;
  /** Whether AEAT has a record of the document that the database doesn't know of. */
  readonly isMissingInDatabase: boolean;
}

/** Stores AEAT's responses. */
@Injectable()
export class ResponseRecorder {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly pendingRecordFinder: PendingRecordFinder,
  ) {}

  /** Stores the response to a message. Records that it leaves out stay pending. */
  async storeResponse(
    chain: SendingChain,
    records: readonly RecordToSend[],
    response: MessageResponse,
  ): Promise<void> {
    await this.storeAll(
      chain,
      await this.matchResults(chain, records, response.results),
      response.receipt,
    );
  }

  /** Stores that AEAT refuses a message because of its only record. */
  async storeRejection(
    chain: SendingChain,
    record: RecordToSend,
    refusal: MessageRejectedError,
  ): Promise<void> {
    const { code, message } = refusal;
    const result = { error: message, ...(code !== undefined && { errorCode: code }) };
    await this.storeAll(chain, [{ record, state: 'rejected', result, isMissingInDatabase: false }]);
  }

  private async storeAll(
    chain: SendingChain,
    outcomes: readonly RecordOutcome[],
    receipt?: string,
  ): Promise<void> {
    const { unitOfWork } = this.dataAccess;
    for (let start = 0; start < outcomes.length; start += RECORDS_PER_UNIT_OF_WORK) {
      const batch = outcomes.slice(start, start + RECORDS_PER_UNIT_OF_WORK);
      await unitOfWork.run(() => this.storeBatch(batch, receipt));
    }
    await unitOfWork.run(() => this.updateChainProgress(chain, outcomes));
  }

  /** Assigns results to the records of the message: by document and operation, and by sequence if the result has it. */
  private async matchResults(
    { isOpen }: SendingChain,
    records: readonly RecordToSend[],
    results: readonly RecordResult[],
  ): Promise<RecordOutcome[]> {
    const ids = records.map(({ id }) => id);
    const recordIdentities = await this.dataAccess.loader.listByIds(
      VerifactuRecord,
      ids,
      recordIdentityPlan,
    );
    return records.flatMap((record, at): RecordOutcome[] => {
      const identity = recordIdentities[at] as StoredRecordIdentity;
      const result = results.find((one) => matchesRecord(one, identity));
      if (!result) return [];
      const isDuplicate =
        result.errorCode === DUPLICATE_RECORD_CODE || result.duplicateState !== undefined;
      // A duplicate is expected if the record was sent before, or by another process in the meantime. It is also
      // expected in a closed chain, whose last records the database has lost.
      const isMissingInDatabase =
        isDuplicate && identity.submissions[0]?.attempts === 1 && isOpen === 1;
      const state = isDuplicate && !isMissingInDatabase ? toDuplicateState(result) : result.state;
      return [{ record, state, result, isMissingInDatabase }];
    });
  }

  private async storeBatch(
    outcomes: readonly RecordOutcome[],
    receipt: string | undefined,
  ): Promise<void> {
    const { writer, loader } = this.dataAccess;
    const answeredAt = this.clock.now();
    for (const { record, state, result } of outcomes) {
      const pendingSubmissionConditions = [
        whereEquals('recordId', record.id),
        whereEquals('state', 'pending'),
      ];
      const error =
        result.error === undefined ? null : truncateToCodePoints(result.error, MAX_ERROR_LENGTH);
      const patch = {
        state,
        isAccepted: state === 'accepted' || state === 'acceptedWithErrors',
        answeredAt,
        error,
        errorCode: result.errorCode ?? null,
        receipt: receipt === undefined ? null : truncateToCodePoints(receipt, MAX_RECEIPT_LENGTH),
      };
      await writer.update(VerifactuSubmission, pendingSubmissionConditions, patch);
    }
    const ids = outcomes.map(({ record }) => record.documentId);
    const documents = await loader.listByIds(SalesDocument, ids, documentPlan);
    const statesByHash = await this.mapStatesByHash(outcomes);
    for (const { id, verifactu } of documents) {
      // Documents show the state of their latest record only.
      const state = verifactu && statesByHash.get(verifactu.hash);
      if (!state) continue;
      const documentPatch = { verifactu: { ...verifactu, state }, version: increment(1) };
      await writer.update(SalesDocument, id, { ...documentPatch, updatedAt: answeredAt });
    }
  }

  /** The new states by the hashes of their records. */
  private async mapStatesByHash(
    outcomes: readonly RecordOutcome[],
  ): Promise<Map<string, SubmissionState>> {
    const ids = outcomes.map(({ record }) => record.id);
    const found = await this.dataAccess.loader.listByIds(VerifactuRecord, ids, recordIdentityPlan);
    return new Map(found.map(({ hash }, at) => [hash, (outcomes[at] as RecordOutcome).state]));
  }

  /** Advances `settled` of the chain, and stops the chain if AEAT has a record that the database lacks. */
  private async updateChainProgress(
    chain: SendingChain,
    outcomes: readonly RecordOutcome[],
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const plan = createLoadPlan(VerifactuRecord, ['sequence']);
    const [nextPending] = await loader.listByIds(
      VerifactuRecord,
      await this.pendingRecordFinder.listNextIds(chain, 1),
      plan,
    );
    const lastAnswered = Math.max(chain.settled, ...outcomes.map(({ record }) => record.sequence));
    const settled = Math.min(lastAnswered, (nextPending?.sequence ?? Infinity) - 1);
    const isUnknown = outcomes.some((one) => one.isMissingInDatabase);
    const patch = { settled, ...(isUnknown && { stopped: 'duplicate' as const }) };
    await writer.update(VerifactuChain, chain.id, patch);
  }
}

function matchesRecord(answer: RecordResult, identity: StoredRecordIdentity): boolean {
  if (answer.number !== identity.number || answer.issuedOn !== identity.issuedOn) return false;
  if (answer.operation !== identity.operation) return false;
  return answer.sequence === undefined || answer.sequence === identity.sequence;
}

function toDuplicateState({ duplicateState }: RecordResult): SubmissionState {
  return duplicateState === 'AceptadaConErrores' ? 'acceptedWithErrors' : 'accepted';
}
