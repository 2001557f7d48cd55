import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { truncateToCodePoints } from '../../../core/text';
import { increment, is, DataAccess } from '../../../database';
import { SalesDocument } from '../documents/entities/document.entity';
import type { SubmissionState } from '../documents/entities/verifactu-states';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import type { RecordResponse, MessageResponse, MessageRejected } from './message-xml';
import { PendingRecords, type SendingChain, type SentRecord } from './pending-records';

/** `CodigoErrorRegistro` of a record that AEAT already has. */
export const DUPLICATE_RECORD_CODE = 3000;

/** Records whose responses are stored in one unit of work. */
const RECORDS_PER_UNIT = 100;
const MAX_ERROR_LENGTH = 1500;
const MAX_RECEIPT_LENGTH = 64;

const identityPlan = createLoadPlan(
  VerifactuRecord,
  ['sequence', 'operation', 'number', 'issuedOn', 'hash'],
  { submissions: ['attempts'] },
);
const documentPlan = createLoadPlan(SalesDocument, ['verifactu']);

type StoredRecordIdentity = Loaded<typeof identityPlan>;

/** The new state of a record. */
interface Outcome {
  readonly record: SentRecord;
  readonly state: SubmissionState;
  readonly answer: Pick<RecordResponse, 'error' | 'errorCode'>;
  /** Whether AEAT has a record of the document that the database doesn't know of. */
  readonly isUnknown: boolean;
}

/** Stores AEAT's responses. */
@Injectable()
export class ResponseRecorder {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly pending: PendingRecords,
  ) {}

  /** Stores the response to a message. Records that it leaves out stay pending. */
  async store(
    chain: SendingChain,
    records: readonly SentRecord[],
    answer: MessageResponse,
  ): Promise<void> {
    await this.storeAll(chain, await this.match(chain, records, answer.records), answer.receipt);
  }

  /** Stores that AEAT refuses a message because of its only record. */
  async reject(chain: SendingChain, record: SentRecord, refusal: MessageRejected): Promise<void> {
    const { code, message } = refusal;
    const answer = { error: message, ...(code !== undefined && { errorCode: code }) };
    await this.storeAll(chain, [{ record, state: 'rejected', answer, isUnknown: false }]);
  }

  private async storeAll(
    chain: SendingChain,
    outcomes: readonly Outcome[],
    receipt?: string,
  ): Promise<void> {
    const { unitOfWork } = this.dataAccess;
    for (let at = 0; at < outcomes.length; at += RECORDS_PER_UNIT) {
      const part = outcomes.slice(at, at + RECORDS_PER_UNIT);
      await unitOfWork.run(() => this.storePart(part, receipt));
    }
    await unitOfWork.run(() => this.settle(chain, outcomes));
  }

  /** Assigns the lines of a response to the records of its message: by their places in the chain, else by what they name. */
  private async match(
    { isOpen }: SendingChain,
    records: readonly SentRecord[],
    answered: readonly RecordResponse[],
  ): Promise<Outcome[]> {
    const ids = records.map(({ id }) => id);
    const places = await this.dataAccess.loader.listByIds(VerifactuRecord, ids, identityPlan);
    return records.flatMap((record, at): Outcome[] => {
      const place = places[at] as StoredRecordIdentity;
      const answer = answered.find((one) => isAbout(one, place));
      if (!answer) return [];
      const isDuplicate =
        answer.errorCode === DUPLICATE_RECORD_CODE || answer.duplicateOf !== undefined;
      // A record that was sent before, or by an installation whose end is lost, may well be known. Another process may
      // have sent it after this one.
      const isUnknown = isDuplicate && place.submissions[0]?.attempts === 1 && isOpen === 1;
      const state = isDuplicate && !isUnknown ? toDuplicateState(answer) : answer.state;
      return [{ record, state, answer, isUnknown }];
    });
  }

  private async storePart(
    outcomes: readonly Outcome[],
    receipt: string | undefined,
  ): Promise<void> {
    const { writer, loader } = this.dataAccess;
    const answeredAt = this.clock.now();
    for (const { record, state, answer } of outcomes) {
      const isPending = [is('recordId', record.id), is('state', 'pending')];
      const error =
        answer.error === undefined ? null : truncateToCodePoints(answer.error, MAX_ERROR_LENGTH);
      const patch = {
        state,
        isAccepted: state === 'accepted' || state === 'acceptedWithErrors',
        answeredAt,
        error,
        errorCode: answer.errorCode ?? null,
        receipt: receipt === undefined ? null : truncateToCodePoints(receipt, MAX_RECEIPT_LENGTH),
      };
      await writer.update(VerifactuSubmission, isPending, patch);
    }
    const ids = outcomes.map(({ record }) => record.documentId);
    const documents = await loader.listByIds(SalesDocument, ids, documentPlan);
    const hashes = await this.mapStatesByHash(outcomes);
    for (const { id, verifactu } of documents) {
      // Documents show the state of their latest record only.
      const state = verifactu && hashes.get(verifactu.hash);
      if (!state) continue;
      const shown = { verifactu: { ...verifactu, state }, version: increment(1) };
      await writer.update(SalesDocument, id, { ...shown, updatedAt: answeredAt });
    }
  }

  /** The new states by the hashes of their records. */
  private async mapStatesByHash(
    outcomes: readonly Outcome[],
  ): Promise<Map<string, SubmissionState>> {
    const ids = outcomes.map(({ record }) => record.id);
    const found = await this.dataAccess.loader.listByIds(VerifactuRecord, ids, identityPlan);
    return new Map(found.map(({ hash }, at) => [hash, (outcomes[at] as Outcome).state]));
  }

  /** Moves the chain's mark of final states on, and stops it if AEAT knows more than the database. */
  private async settle(chain: SendingChain, outcomes: readonly Outcome[]): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const plan = createLoadPlan(VerifactuRecord, ['sequence']);
    const [next] = await loader.listByIds(
      VerifactuRecord,
      await this.pending.listNext(chain, 1),
      plan,
    );
    const lastAnswered = Math.max(chain.settled, ...outcomes.map(({ record }) => record.sequence));
    const settled = Math.min(lastAnswered, (next?.sequence ?? Infinity) - 1);
    const isUnknown = outcomes.some((one) => one.isUnknown);
    const patch = { settled, ...(isUnknown && { stopped: 'duplicate' as const }) };
    await writer.update(VerifactuChain, chain.id, patch);
  }
}

function isAbout(answer: RecordResponse, place: StoredRecordIdentity): boolean {
  if (answer.number !== place.number || answer.issuedOn !== place.issuedOn) return false;
  if (answer.operation !== place.operation) return false;
  return answer.sequence === undefined || answer.sequence === place.sequence;
}

function toDuplicateState({ duplicateOf }: RecordResponse): SubmissionState {
  return duplicateOf === 'AceptadaConErrores' ? 'acceptedWithErrors' : 'accepted';
}
