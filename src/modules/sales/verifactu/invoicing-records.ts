import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { NotFound } from '../../../core/errors';
import { formatInstant, yearInZone } from '../../../core/instant';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { is, mapViolations, DataAccess, uniqueConstraintName } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import { documentTypes, seriesTypes } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import { isNumberRequest } from '../documents/numbers/document-numbers';
import {
  type IssuanceColumns,
  type InsertedDocument,
  IssuanceRecorder,
} from '../documents/writing/document-issuance';
import type { ActiveVerifactuMode } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { ChainHighWaterMarks, type SeriesHighWaterMark } from './chain-high-water-marks';
import { Chains, type NextRecord } from './chains';
import { MessageScheduler } from './message-scheduler';
import type { SourceDocument } from './record-source';
import {
  type DocumentIdentity,
  formatRecordAmount,
  type RegistrationCorrection,
  encodeAnnulment,
  encodeRegistration,
} from './record-xml';
import { formatRecordDay, type RelatedDocuments, toRegistration } from './registrations';
import { toTaxNumber } from './tax-number';
import {
  VerifactuImportTooLate,
  VerifactuNotReady,
  VerifactuNumberTaken,
} from './verifactu-errors';
import { VerifactuHosts } from './verifactu-hosts';

const issuerPlan = createLoadPlan(Headquarter, ['name', 'legalName', 'vat', 'verifactu']);
const relatedPlan = createLoadPlan(SalesDocument, ['documentNumber', 'date']);

const registrationPlan = createLoadPlan(
  VerifactuRecord,
  ['taxNumber', 'mode', 'number', 'issuedOn', 'total'],
  { submissions: ['state', 'isAccepted'] },
);

/** Kinds of documents that have invoicing records. */
const recordedTypes: ReadonlySet<number> = new Set([
  documentTypes.invoice,
  documentTypes.creditNote,
]);

/** A headquarter whose documents have records. */
export interface Issuer {
  readonly taxNumber: string;
  readonly name: string;
  readonly mode: ActiveVerifactuMode;
}

/** A document that gets a record. */
export interface RecordedDocument {
  readonly id: number;
  readonly number: string;
  readonly source: SourceDocument;
  /** The last number of its series; absent for documents that were issued before. */
  readonly series?: SeriesHighWaterMark;
  /** The record that the new one corrects. */
  readonly corrects?: RegistrationCorrection & { readonly recordId: number };
}

/** A record that was added. */
export interface AddedRecord {
  readonly recordId: number;
  readonly columns: IssuanceColumns;
}

/** Columns of a record that do not follow from its place in the chain. */
type RecordColumns = Omit<
  VerifactuRecord,
  'id' | 'chainId' | 'sequence' | 'mode' | 'createdAt' | 'submissions'
>;

/** Adds invoicing records of issued documents, in the unit of work that issues them. Locks are taken series, then chain. */
@Injectable()
@IssuanceRecorder()
export class InvoicingRecords implements IssuanceRecorder {
  private readonly zone: string;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly chains: Chains,
    private readonly marks: ChainHighWaterMarks,
    private readonly hosts: VerifactuHosts,
    private readonly scheduling: MessageScheduler,
    { storeTimeZone }: Configuration,
  ) {
    this.zone = storeTimeZone;
  }

  /** @throws VerifactuNotReady, VerifactuNotExpressible, VerifactuDatabaseOutdated, VerifactuNumberTaken, VerifactuImportTooLate */
  async recordIssued(
    issued: readonly InsertedDocument[],
  ): Promise<ReadonlyMap<number, IssuanceColumns>> {
    const recorded = issued.filter(({ draft }) => recordedTypes.has(draft.document.type));
    if (recorded.length === 0) return new Map();
    const issuers = await this.findIssuers(
      recorded.map(({ draft }) => draft.document.headquarterId),
    );
    const columns = new Map<number, IssuanceColumns>();
    for (const one of recorded) {
      const issuer = issuers.get(one.draft.document.headquarterId);
      if (!issuer) continue;
      if (isNumberRequest(one.draft.number)) {
        columns.set(one.id, (await this.addRegistration(issuer, this.toRecorded(one))).columns);
      } else await this.refuseLateImport(issuer, one);
    }
    return columns;
  }

  async recordAnnulment(documentId: number): Promise<IssuanceColumns> {
    const [last] = await this.listRegistrations(documentId);
    return last ? (await this.addAnnulment(documentId)).columns : {};
  }

  /**
   * Adds the record of the annulment of a document that has records.
   * @param corrects the rejected annulment before
   * @returns its id, and what the document shows of it
   */
  async addAnnulment(
    documentId: number,
    corrects?: { readonly recordId: number; readonly wasRejected: boolean },
  ): Promise<AddedRecord> {
    const registrations = await this.listRegistrations(documentId);
    const [last] = registrations;
    if (!last) throw new NotFound({ resource: 'verifactu record', id: documentId });
    const { taxNumber, mode, number, issuedOn } = last;
    const next = await this.chains.reserveNextRecord(taxNumber, mode);
    const identity = { taxNumber, number, issuedOn };
    const generatedAt = formatInstant(next.now, this.zone);
    const { sequence, previous, software } = next;
    // A record that AEAT has not answered yet comes before the annulment, and counts as accepted.
    const isUnregistered = registrations.every(({ submissions: [sent] }) =>
      sent ? !sent.isAccepted && sent.state !== 'pending' : false,
    );
    const sealed = encodeAnnulment({
      identity,
      sequence,
      previous,
      software,
      generatedAt,
      isUnregistered,
      ...(corrects && { wasRejected: corrects.wasRejected }),
    });
    const columns = {
      documentId,
      operation: 'annulment' as const,
      invoiceType: null,
      ...identity,
      isFirst: null,
      correctsId: corrects?.recordId ?? null,
      taxTotal: null,
      total: null,
      generatedAt,
      ...sealed,
    };
    return this.store(next, columns, formatRecordAmount(last.total ?? 0));
  }

  /** The registrations of a document, the latest first. */
  private async listRegistrations(documentId: number) {
    const ofDocument = [is('documentId', documentId), is('operation', 'registration')];
    const found = await this.dataAccess.loader.listWhere(
      VerifactuRecord,
      ofDocument,
      registrationPlan,
    );
    return [...found].reverse();
  }

  /** The issuer of a headquarter's documents; undefined if its documents have no records. */
  async findIssuerOf(headquarterId: number): Promise<Issuer | undefined> {
    return (await this.findIssuers([headquarterId])).get(headquarterId);
  }

  /**
   * Adds the record of a document to the chain of its issuer.
   * @returns its id, and what the document shows of it
   */
  async addRegistration(issuer: Issuer, document: RecordedDocument): Promise<AddedRecord> {
    const { id, number, source, corrects } = document;
    const { taxNumber, mode } = issuer;
    const related = await this.listRelated(taxNumber, source);
    const content = toRegistration(source, related, this.zone);
    const next = await this.chains.reserveNextRecord(taxNumber, mode);
    const identity = { taxNumber, number, issuedOn: formatRecordDay(source.date, this.zone) };
    const generatedAt = formatInstant(next.now, this.zone);
    const { sequence, previous, software } = next;
    const sealed = encodeRegistration({
      ...content,
      identity,
      sequence,
      previous,
      software,
      generatedAt,
      issuerName: issuer.name,
      ...(corrects && { correction: { previousRejection: corrects.previousRejection } }),
    });
    const sign = source.type === documentTypes.creditNote ? -1 : 1;
    const { taxTotal, total } = content.breakdown;
    const columns = {
      documentId: id,
      operation: 'registration' as const,
      invoiceType: content.type,
      ...identity,
      isFirst: corrects ? null : 1,
      correctsId: corrects?.recordId ?? null,
      taxTotal: sign * taxTotal,
      total: sign * total,
      generatedAt,
      ...sealed,
    };
    return this.store(next, columns, formatRecordAmount(sign * total), document.series);
  }

  /** Finds the issuers of headquarters whose documents have records, by the headquarters' ids. */
  async findIssuers(headquarterIds: readonly number[]): Promise<Map<number, Issuer>> {
    const ids = [...new Set(headquarterIds)].filter((id) => id !== 0);
    const found = await this.dataAccess.loader.listByIds(Headquarter, ids, issuerPlan);
    return new Map(
      found.flatMap((one): [number, Issuer][] => {
        const issuer = toIssuer(one);
        return issuer ? [[one.id, issuer]] : [];
      }),
    );
  }

  private toRecorded({ id, draft, identifiers }: InsertedDocument): RecordedDocument {
    const { document, addresses, rows, taxes } = draft;
    const { headquarterId, date } = document;
    const year = yearInZone(date, this.zone);
    const series = isNumberRequest(draft.number) && {
      type: seriesTypes[draft.number.kind],
      headquarterId,
      year,
      last: identifiers.serial ?? 0,
    };
    const source = {
      invoiceId: null,
      replacesId: null,
      simplified: null,
      reason: null,
      reasonCode: null,
      ...document,
      addresses,
      taxes,
      rows: rows.map(({ row }) => row),
    };
    return { id, number: identifiers.documentNumber ?? '', source, ...(series && { series }) };
  }

  private async refuseLateImport(
    { taxNumber, mode }: Issuer,
    { draft, identifiers }: InsertedDocument,
  ): Promise<void> {
    const activatedAt = await this.chains.findActivationDate(taxNumber, mode);
    if (!activatedAt || draft.document.date < activatedAt) return;
    const number = identifiers.documentNumber ?? '';
    throw new VerifactuImportTooLate({ number, since: activatedAt.toISOString() });
  }

  /** The invoice that a credit note corrects, or the simplified invoice that a full one replaces. */
  private async listRelated(
    taxNumber: string,
    { invoiceId, replacesId, type }: SourceDocument,
  ): Promise<RelatedDocuments> {
    const isNote = type === documentTypes.creditNote;
    const id = isNote ? invoiceId : replacesId;
    const found = id
      ? await this.dataAccess.loader.listByIds(SalesDocument, [id], relatedPlan)
      : [];
    const related = found.map((one) => this.toIdentity(taxNumber, one));
    return isNote ? { corrected: related, replaced: [] } : { corrected: [], replaced: related };
  }

  private toIdentity(
    taxNumber: string,
    { documentNumber, date }: Loaded<typeof relatedPlan>,
  ): DocumentIdentity {
    return { taxNumber, number: documentNumber ?? '', issuedOn: formatRecordDay(date, this.zone) };
  }

  /**
   * Stores a record at its place in the chain, and schedules its message.
   * @param shownTotal total for the address that confirms the document
   * @param series the last number of the document's series
   */
  private async store(
    { chain, sequence, now }: NextRecord,
    columns: RecordColumns,
    shownTotal: string,
    series?: SeriesHighWaterMark,
  ): Promise<AddedRecord> {
    const { number, taxNumber, hash } = columns;
    const { id: chainId, mode, installation } = chain;
    const row = { ...columns, chainId, sequence, mode, createdAt: now };
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
    await this.scheduling.schedule(chain);
    const mark = { taxNumber, mode, installation, sequence, hash, series: series ? [series] : [] };
    this.dataAccess.unitOfWork.afterCommit(() => {
      this.marks.advance(mark);
    });
    const url = this.hosts.getConfirmationUrl(mode, columns, shownTotal);
    return {
      recordId: recordId as number,
      columns: { verifactu: { hash, state: 'pending', url } },
    };
  }
}

/** @throws VerifactuNotReady for a headquarter without a Spanish tax number */
function toIssuer(headquarter: Loaded<typeof issuerPlan>): Issuer | undefined {
  const { verifactu: mode, vat, legalName, name } = headquarter;
  if (!mode) return undefined;
  const taxNumber = toTaxNumber(vat);
  if (taxNumber === undefined) {
    throw new VerifactuNotReady({
      reason: `The VAT number ${JSON.stringify(vat)} of the headquarter is not a Spanish tax number.`,
    });
  }
  return { taxNumber, name: legalName ?? name, mode };
}
