import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { increment, is, isOneOf, DataAccess } from '../../../database';
import { type DocumentKind, Documents } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import type { SubmissionState } from '../documents/entities/verifactu-states';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { DUPLICATE_RECORD_CODE } from './response-recorder';
import { InvoicingRecords } from './invoicing-records';
import { recordSourcePlan } from './record-source';
import type { RegistrationCorrection } from './record-xml';
import { VerifactuNotCorrectable, VerifactuNotReady } from './verifactu-errors';

const correctableStates: readonly SubmissionState[] = ['rejected', 'acceptedWithErrors'];

const recordPlan = createLoadPlan(
  VerifactuRecord,
  ['documentId', 'operation', 'invoiceType', 'taxNumber', 'mode', 'number'],
  { submissions: ['state', 'errorCode'] },
);

type CorrectedRecord = Loaded<typeof recordPlan>;

/** Corrects records that AEAT has rejected, or accepted with errors, by new ones of the same documents. */
@Injectable()
export class RecordCorrections {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly issued: InvoicingRecords,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a record that corrects another one, in a unit of work. Its content is that of the document, the headquarter
   * and this version of the service now.
   * @returns the id of the new record
   * @throws NotFound, VerifactuNotCorrectable, VerifactuNotReady, VerifactuNotExpressible, VerifactuDatabaseOutdated
   */
  async correct(recordId: number): Promise<number> {
    const { loader, writer } = this.dataAccess;
    const record = await loader.findById(VerifactuRecord, recordId, recordPlan);
    if (!record) throw new NotFound({ resource: 'verifactu record', id: recordId });
    const isCorrectable = [is('recordId', recordId), isOneOf('state', correctableStates)];
    // Only one of several concurrent requests finds the record correctable.
    const found = await writer.update(VerifactuSubmission, isCorrectable, { state: 'corrected' });
    if (found === 0) {
      throw new VerifactuNotCorrectable({ state: record.submissions[0]?.state ?? 'pending' });
    }
    const { recordId: id, columns } =
      record.operation === 'annulment'
        ? await this.issued.addAnnulment(record.documentId, { recordId, wasRejected: true })
        : await this.addCorrectedRegistration(record);
    const patch = { ...columns, version: increment(1), updatedAt: this.clock.now() };
    await writer.update(SalesDocument, record.documentId, patch);
    return id;
  }

  private async addCorrectedRegistration(record: CorrectedRecord) {
    const { id, documentId, invoiceType, mode, taxNumber, number } = record;
    const kind: DocumentKind = invoiceType?.startsWith('R') ? 'creditNote' : 'invoice';
    const source = await this.documents.get(kind, documentId, recordSourcePlan);
    const issuer = await this.issued.findIssuerOf(source.headquarterId);
    if (issuer?.taxNumber !== taxNumber) {
      const reason = `The headquarter of ${number} no longer has the tax number ${taxNumber}.`;
      throw new VerifactuNotReady({ reason });
    }
    const previousRejection = await this.findPreviousRejection(record);
    const corrects = { recordId: id, previousRejection };
    return this.issued.addRegistration(
      { ...issuer, mode },
      { id: documentId, number, source, corrects },
    );
  }

  /** Whether AEAT has a record of the document that the new one corrects. */
  private async findPreviousRejection({
    documentId,
    mode,
    submissions,
  }: CorrectedRecord): Promise<RegistrationCorrection['previousRejection']> {
    const [{ state, errorCode } = { state: 'rejected', errorCode: null }] = submissions;
    if (state !== 'rejected' || errorCode === DUPLICATE_RECORD_CODE) return 'N';
    const plan = createLoadPlan(VerifactuRecord, ['mode'], { submissions: ['isAccepted'] });
    const ofDocument = [is('documentId', documentId), is('operation', 'registration')];
    const all = await this.dataAccess.loader.listWhere(VerifactuRecord, ofDocument, plan);
    const isKnown = all.some(
      (one) => one.mode === mode && one.submissions.some(({ isAccepted }) => isAccepted),
    );
    return isKnown ? 'S' : 'X';
  }
}
