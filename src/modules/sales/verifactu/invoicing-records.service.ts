import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { NotFound } from '../../../core/errors';
import { formatInstant } from '../../../core/instant';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereEquals, mapViolations, DataAccess, uniqueConstraintName } from '../../../database';
import { documentTypes } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import { isNumberRequest } from '../documents/numbers/document-numbers';
import {
  type IssuanceColumns,
  type InsertedDocument,
  IssuanceRecorder,
} from '../documents/writing/document-issuance';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { ChainHighWaterMarks, type SeriesHighWaterMark } from './chain-high-water-marks';
import { VerifactuChainsService, type RecordReservation } from './verifactu-chains.service';
import { type RegistrationInput, toRegistrationInput } from './registration-input';
import { findInvoiceIssuers, type InvoiceIssuer } from './invoice-issuers';
import { RecordSendingScheduler } from './record-sending-scheduler';
import type { RecordSourceDocument } from './record-source-document';
import {
  type DocumentIdentity,
  formatRecordAmount,
  encodeAnnulment,
  encodeRegistration,
} from './record-xml';
import {
  formatRecordDate,
  type RelatedDocuments,
  toRegistrationContent,
} from './registration-content';
import { ImportedAfterVerifactuActivation, VerifactuNumberTaken } from './verifactu-errors';
import { AeatUrlBuilder } from './aeat-url-builder';

const relatedDocumentPlan = createLoadPlan(SalesDocument, ['documentNumber', 'date']);

const registrationPlan = createLoadPlan(
  VerifactuRecord,
  ['taxNumber', 'mode', 'number', 'issuedOn', 'total'],
  { submissions: ['state', 'isAccepted'] },
);

/** Kinds of documents that have invoicing records. */
const recordedDocumentTypes: ReadonlySet<number> = new Set([
  documentTypes.invoice,
  documentTypes.creditNote,
]);

/** A record that was added. */
export interface AddedRecord {
  readonly recordId: number;
  readonly documentColumns: IssuanceColumns;
}

/** Columns of a record that do not follow from its place in the chain. */
type RecordColumns = Omit<
  VerifactuRecord,
  'id' | 'chainId' | 'sequence' | 'mode' | 'createdAt' | 'submissions'
>;

/** Adds invoicing records of issued documents, in the unit of work that issues them. Lock order: series, then chain. */
@Injectable()
@IssuanceRecorder()
export class InvoicingRecordsService implements IssuanceRecorder {
  private readonly timeZone: string;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly chains: VerifactuChainsService,
    private readonly marks: ChainHighWaterMarks,
    private readonly aeatUrlBuilder: AeatUrlBuilder,
    private readonly recordSendingScheduler: RecordSendingScheduler,
    { storeTimeZone }: Configuration,
  ) {
    this.timeZone = storeTimeZone;
  }

  /** @throws VerifactuNotReady, VerifactuNotExpressible, VerifactuDatabaseOutdated, VerifactuNumberTaken, ImportedAfterVerifactuActivation */
  async recordIssuance(
    issued: readonly InsertedDocument[],
  ): Promise<ReadonlyMap<number, IssuanceColumns>> {
    const documentsToRecord = issued.filter(({ draft }) =>
      recordedDocumentTypes.has(draft.document.type),
    );
    if (documentsToRecord.length === 0) return new Map();
    const issuers = await findInvoiceIssuers(
      this.dataAccess.loader,
      documentsToRecord.map(({ draft }) => draft.document.headquarterId),
    );
    const columns = new Map<number, IssuanceColumns>();
    for (const one of documentsToRecord) {
      const issuer = issuers.get(one.draft.document.headquarterId);
      if (!issuer) continue;
      if (isNumberRequest(one.draft.number)) {
        columns.set(
          one.id,
          (await this.addRegistration(issuer, toRegistrationInput(one, this.timeZone)))
            .documentColumns,
        );
      } else await this.assertNotLateImport(issuer, one);
    }
    return columns;
  }

  async recordAnnulment(documentId: number): Promise<IssuanceColumns> {
    const [latestRegistration] = await this.listRegistrations(documentId);
    return latestRegistration ? (await this.addAnnulment(documentId)).documentColumns : {};
  }

  /**
   * Adds the record of the annulment of a document that has records.
   * @param correctedAnnulment the annulment that the new one corrects
   * @returns the record's id, and the columns of the document that describe the record
   */
  async addAnnulment(
    documentId: number,
    correctedAnnulment?: { readonly recordId: number; readonly wasRejected: boolean },
  ): Promise<AddedRecord> {
    const registrations = await this.listRegistrations(documentId);
    const [latestRegistration] = registrations;
    if (!latestRegistration) throw new NotFound({ resource: 'verifactu record', id: documentId });
    const { taxNumber, mode, number, issuedOn } = latestRegistration;
    const reservation = await this.chains.reserveNextRecord(taxNumber, mode);
    const identity = { taxNumber, number, issuedOn };
    const generatedAt = formatInstant(reservation.now, this.timeZone);
    const { sequence, previous: previousRecord, software } = reservation;
    // A record that AEAT has not answered yet comes before the annulment, and counts as accepted.
    const isUnregistered = registrations.every(({ submissions: [sent] }) =>
      sent ? !sent.isAccepted && sent.state !== 'pending' : false,
    );
    const encodedRecord = encodeAnnulment({
      identity,
      sequence,
      previousRecord,
      software,
      generatedAt,
      isUnregistered,
      ...(correctedAnnulment && { wasRejected: correctedAnnulment.wasRejected }),
    });
    const recordColumns = {
      documentId,
      operation: 'annulment' as const,
      invoiceType: null,
      ...identity,
      isFirst: null,
      correctsId: correctedAnnulment?.recordId ?? null,
      taxTotal: null,
      total: null,
      generatedAt,
      ...encodedRecord,
    };
    return this.store(
      reservation,
      recordColumns,
      formatRecordAmount(latestRegistration.total ?? 0),
    );
  }

  /** The registrations of a document, the latest first. */
  private async listRegistrations(documentId: number) {
    const registrationConditions = [
      whereEquals('documentId', documentId),
      whereEquals('operation', 'registration'),
    ];
    const found = await this.dataAccess.loader.listWhere(
      VerifactuRecord,
      registrationConditions,
      registrationPlan,
    );
    return [...found].reverse();
  }

  /** The issuer of a headquarter's documents; undefined if its documents have no records. */
  async findIssuerOf(headquarterId: number): Promise<InvoiceIssuer | undefined> {
    return (await findInvoiceIssuers(this.dataAccess.loader, [headquarterId])).get(headquarterId);
  }

  /**
   * Adds the record of a document to the chain of its issuer.
   * @returns the record's id, and the columns of the document that describe the record
   */
  async addRegistration(issuer: InvoiceIssuer, document: RegistrationInput): Promise<AddedRecord> {
    const { id, documentNumber, source, correction } = document;
    const { taxNumber, mode } = issuer;
    const relatedDocuments = await this.findRelatedDocuments(taxNumber, source);
    const content = toRegistrationContent(source, relatedDocuments, this.timeZone);
    const reservation = await this.chains.reserveNextRecord(taxNumber, mode);
    const identity = {
      taxNumber,
      number: documentNumber,
      issuedOn: formatRecordDate(source.date, this.timeZone),
    };
    const generatedAt = formatInstant(reservation.now, this.timeZone);
    const { sequence, previous: previousRecord, software } = reservation;
    const encodedRecord = encodeRegistration({
      ...content,
      identity,
      sequence,
      previousRecord,
      software,
      generatedAt,
      issuerName: issuer.name,
      ...(correction && { correction: { previousRejection: correction.previousRejection } }),
    });
    const sign = source.type === documentTypes.creditNote ? -1 : 1;
    const { taxTotal, total } = content.breakdown;
    const recordColumns = {
      documentId: id,
      operation: 'registration' as const,
      invoiceType: content.type,
      ...identity,
      isFirst: correction ? null : 1,
      correctsId: correction?.recordId ?? null,
      taxTotal: sign * taxTotal,
      total: sign * total,
      generatedAt,
      ...encodedRecord,
    };
    return this.store(
      reservation,
      recordColumns,
      formatRecordAmount(sign * total),
      document.seriesHighWaterMark,
    );
  }

  private async assertNotLateImport(
    { taxNumber, mode }: InvoiceIssuer,
    { draft, identifiers }: InsertedDocument,
  ): Promise<void> {
    const activatedAt = await this.chains.findActivationDate(taxNumber, mode);
    if (!activatedAt || draft.document.date < activatedAt) return;
    const number = identifiers.documentNumber ?? '';
    throw new ImportedAfterVerifactuActivation({ number, since: activatedAt.toISOString() });
  }

  /** The invoice that a credit note corrects, or the simplified invoice that a full one replaces. */
  private async findRelatedDocuments(
    taxNumber: string,
    { invoiceId, replacesId, type }: RecordSourceDocument,
  ): Promise<RelatedDocuments> {
    const isCreditNote = type === documentTypes.creditNote;
    const id = isCreditNote ? invoiceId : replacesId;
    const foundDocuments = id
      ? await this.dataAccess.loader.listByIds(SalesDocument, [id], relatedDocumentPlan)
      : [];
    const related = foundDocuments.map((one) => this.toDocumentIdentity(taxNumber, one));
    return isCreditNote
      ? { correctedInvoices: related, replacedInvoices: [] }
      : { correctedInvoices: [], replacedInvoices: related };
  }

  private toDocumentIdentity(
    taxNumber: string,
    { documentNumber, date }: Loaded<typeof relatedDocumentPlan>,
  ): DocumentIdentity {
    return {
      taxNumber,
      number: documentNumber ?? '',
      issuedOn: formatRecordDate(date, this.timeZone),
    };
  }

  /**
   * Stores a record at its place in the chain, and schedules its message.
   * @param formattedTotal total for the address that confirms the document
   * @param seriesHighWaterMark the last number of the document's series
   */
  private async store(
    { chain, sequence, now }: RecordReservation,
    recordColumns: RecordColumns,
    formattedTotal: string,
    seriesHighWaterMark?: SeriesHighWaterMark,
  ): Promise<AddedRecord> {
    const { number, taxNumber, hash } = recordColumns;
    const { id: chainId, mode, installation } = chain;
    const row = { ...recordColumns, chainId, sequence, mode, createdAt: now };
    const uniqueConstraint = uniqueConstraintName(
      VerifactuRecord,
      'taxNumber',
      'mode',
      'number',
      'isFirst',
    );
    const [recordId] = await mapViolations(
      () => this.dataAccess.writer.insert(VerifactuRecord, [row]),
      { [uniqueConstraint]: () => new VerifactuNumberTaken({ number, taxNumber }) },
    );
    await this.recordSendingScheduler.schedule(chain);
    const mark = {
      taxNumber,
      mode,
      installation,
      sequence,
      hash,
      series: seriesHighWaterMark ? [seriesHighWaterMark] : [],
    };
    this.dataAccess.unitOfWork.afterCommit(() => {
      this.marks.advance(mark);
    });
    const url = this.aeatUrlBuilder.getConfirmationUrl(mode, recordColumns, formattedTotal);
    return {
      recordId: recordId as number,
      documentColumns: { verifactu: { hash, state: 'pending', url } },
    };
  }
}
