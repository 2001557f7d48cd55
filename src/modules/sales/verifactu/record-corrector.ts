import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { increment, whereEquals, whereIn, DataAccess } from '../../../database';
import { type DocumentKind, Documents } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import type { SubmissionState } from '../documents/entities/verifactu-states';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { DUPLICATE_RECORD_CODE } from './response-recorder';
import { InvoicingRecordsService } from './invoicing-records.service';
import { recordSourcePlan } from './record-source-document';
import type { RegistrationCorrection } from './record-xml';
import { VerifactuNotCorrectable, VerifactuNotReady } from './verifactu-errors';

const correctableStates: readonly SubmissionState[] = ['rejected', 'acceptedWithErrors'];

const correctableRecordPlan = createLoadPlan(
  VerifactuRecord,
  ['documentId', 'operation', 'invoiceType', 'taxNumber', 'mode', 'number'],
  { submissions: ['state', 'errorCode'] },
);

type RecordToCorrect = Loaded<typeof correctableRecordPlan>;

/** Corrects records that AEAT has rejected, or accepted with errors, by new ones of the same documents. */
@Injectable()
export class RecordCorrector {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly invoicingRecords: InvoicingRecordsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a record that corrects another one, in a unit of work. The new record has the current data of the document
   * and its headquarter, and the current version of the service.
   * @returns the id of the new record
   * @throws NotFound, VerifactuNotCorrectable, VerifactuNotReady, VerifactuNotExpressible, VerifactuDatabaseOutdated
   */
  async addCorrection(recordId: number): Promise<number> {
    const { loader, writer } = this.dataAccess;
    const record = await loader.findById(VerifactuRecord, recordId, correctableRecordPlan);
    if (!record) throw new NotFound({ resource: 'verifactu record', id: recordId });
    const correctableConditions = [
      whereEquals('recordId', recordId),
      whereIn('state', correctableStates),
    ];
    // Only one of several concurrent requests finds the record correctable.
    const updatedCount = await writer.update(VerifactuSubmission, correctableConditions, {
      state: 'corrected',
    });
    if (updatedCount === 0) {
      throw new VerifactuNotCorrectable({ state: record.submissions[0]?.state ?? 'pending' });
    }
    const { recordId: id, documentColumns } =
      record.operation === 'annulment'
        ? await this.invoicingRecords.addAnnulment(record.documentId, {
            recordId,
            wasRejected: true,
          })
        : await this.addCorrectedRegistration(record);
    const patch = { ...documentColumns, version: increment(1), updatedAt: this.clock.now() };
    await writer.update(SalesDocument, record.documentId, patch);
    return id;
  }

  private async addCorrectedRegistration(record: RecordToCorrect) {
    const { id, documentId, invoiceType, mode, taxNumber, number: documentNumber } = record;
    const kind: DocumentKind = invoiceType?.startsWith('R') ? 'creditNote' : 'invoice';
    const source = await this.documents.get(kind, documentId, recordSourcePlan);
    const issuer = await this.invoicingRecords.findIssuerOf(source.headquarterId);
    if (issuer?.taxNumber !== taxNumber) {
      const reason = `The headquarter of ${documentNumber} no longer has the tax number ${taxNumber}.`;
      throw new VerifactuNotReady({ reason });
    }
    const previousRejection = await this.getPreviousRejectionCode(record);
    const correction = { recordId: id, previousRejection };
    return this.invoicingRecords.addRegistration(
      { ...issuer, mode },
      { id: documentId, documentNumber, source, correction },
    );
  }

  /** Returns the code that describes what became of the corrected record (see `RegistrationCorrection`). */
  private async getPreviousRejectionCode({
    documentId,
    mode,
    submissions,
  }: RecordToCorrect): Promise<RegistrationCorrection['previousRejection']> {
    const [{ state, errorCode } = { state: 'rejected', errorCode: null }] = submissions;
    if (state !== 'rejected' || errorCode === DUPLICATE_RECORD_CODE) return 'N';
    const plan = createLoadPlan(VerifactuRecord, ['mode'], { submissions: ['isAccepted'] });
    const registrationConditions = [
      whereEquals('documentId', documentId),
      whereEquals('operation', 'registration'),
    ];
    const registrations = await this.dataAccess.loader.listWhere(
      VerifactuRecord,
      registrationConditions,
      plan,
    );
    const isKnown = registrations.some(
      (one) => one.mode === mode && one.submissions.some(({ isAccepted }) => isAccepted),
    );
    return isKnown ? 'S' : 'X';
  }
}
