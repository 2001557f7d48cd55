import type { Millionths, TenThousandths } from '../../../core/money';
import { truncateToCodePoints } from '../../../core/text-folding';
import type { VerifactuInvoiceType } from './entities/verifactu-record.entity';
import type { Breakdown, BreakdownLine } from './breakdown';
import { hashRecord } from './record-hash';
import type { InvoiceRecipient } from './recipient';

/** Namespace of AEAT's types of records. */
export const RECORD_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd';

/** Identification of a document (`IDFactura`). */
export interface DocumentIdentity {
  readonly taxNumber: string;
  /** Number of the document, such as the invoice number. */
  readonly number: string;
  /** `dd-mm-yyyy` */
  readonly issuedOn: string;
}

/** The record before, of the same chain. */
export interface PreviousRecord extends DocumentIdentity {
  readonly hash: string;
}

/** The software that makes the records (`SistemaInformatico`). */
export interface SoftwareIdentity {
  readonly producerName: string;
  readonly producerTaxId: string;
  readonly systemId: string;
  readonly version: string;
  readonly installation: string;
  /** Whether the installation keeps chains of several tax numbers. */
  readonly hasSeveralIssuers: boolean;
}

/** The members of all records. */
interface RecordBase {
  readonly identity: DocumentIdentity;
  /** Position in the chain; AEAT returns it in its response (`RefExterna`). */
  readonly sequence: number;
  /** Undefined: the first record of its chain. */
  readonly previousRecord: PreviousRecord | undefined;
  readonly software: SoftwareIdentity;
  /** ISO 8601 with offset. */
  readonly generatedAt: string;
}

/** Whether a record corrects an earlier one (`Subsanacion`), and what became of that one (`RechazoPrevio`). */
export interface RegistrationCorrection {
  /** N: AEAT has accepted it. S: AEAT has rejected a correction of it. X: AEAT has no record of the document. */
  readonly previousRejection: 'N' | 'S' | 'X';
}

/** The record of a document that was issued (`RegistroAlta`). */
export interface Registration extends RecordBase {
  readonly issuerName: string;
  readonly correction?: RegistrationCorrection;
  readonly type: VerifactuInvoiceType;
  /** The invoices that a credit note corrects. */
  readonly correctedInvoices: readonly DocumentIdentity[];
  /** The simplified invoices that the document replaces. */
  readonly replacedInvoices: readonly DocumentIdentity[];
  /** Date of supply, as `dd-mm-yyyy`, if it is earlier than the document's. */
  readonly suppliedOn?: string;
  readonly description: string;
  /** Whether it is a full invoice without a buyer's identification. */
  readonly isBuyerUnidentified: boolean;
  readonly recipient?: InvoiceRecipient;
  readonly breakdown: Breakdown;
}

/** The record of a document that was annulled (`RegistroAnulacion`). */
export interface Annulment extends RecordBase {
  /** Whether AEAT has no record of the document. */
  readonly isUnregistered?: boolean;
  /** Whether AEAT has rejected an earlier annulment. */
  readonly wasRejected?: boolean;
}

/** A record with its hash. */
export interface EncodedRecord {
  readonly hash: string;
  readonly xml: string;
}

type XmlContent = Readonly<Record<string, unknown>>;

const NAMESPACE_PREFIX = 'sf';
/** Limit of names, in characters. */
export const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
/** `NombreSistemaInformatico` */
export const SYSTEM_NAME = 'Online Store Administration';
/** Documents of this amount and more are marked (`Macrodato`). */
const LARGE_AMOUNT_THRESHOLD: TenThousandths = 100_000_000 * 10_000;
const TEN_THOUSANDTHS_PER_CENT: TenThousandths = 100;

/** Creates hash and XML of the record of an issued document. A credit note's amounts become negative. */
export function encodeRegistration(record: Registration): EncodedRecord {
  const { identity, type: invoiceType, correction, breakdown, recipient } = record;
  const isCreditNote = invoiceType.startsWith('R');
  const formatSignedAmount = (value: TenThousandths): string =>
    formatRecordAmount(isCreditNote ? -value : value);
  const taxTotal = formatSignedAmount(breakdown.taxTotal);
  const total = formatSignedAmount(breakdown.total);
  const hash = hashRecord({ ...toHashInput(record), amounts: { invoiceType, taxTotal, total } });
  const xml = toXml('RegistroAlta', {
    IDVersion: '1.0',
    IDFactura: toIdentityElements(identity),
    RefExterna: String(record.sequence),
    NombreRazonEmisor: sanitizeXmlText(record.issuerName, MAX_NAME_LENGTH),
    ...(correction && { Subsanacion: 'S', RechazoPrevio: correction.previousRejection }),
    TipoFactura: invoiceType,
    ...(isCreditNote && { TipoRectificativa: 'I' }),
    ...(record.correctedInvoices.length > 0 && {
      FacturasRectificadas: {
        IDFacturaRectificada: record.correctedInvoices.map(toIdentityElements),
      },
    }),
    ...(record.replacedInvoices.length > 0 && {
      FacturasSustituidas: { IDFacturaSustituida: record.replacedInvoices.map(toIdentityElements) },
    }),
    ...(record.suppliedOn !== undefined && { FechaOperacion: record.suppliedOn }),
    DescripcionOperacion: sanitizeXmlText(record.description, MAX_DESCRIPTION_LENGTH),
    ...(record.isBuyerUnidentified && { FacturaSinIdentifDestinatarioArt61d: 'S' }),
    ...(breakdown.total >= LARGE_AMOUNT_THRESHOLD && { Macrodato: 'S' }),
    ...(recipient && { Destinatarios: { IDDestinatario: toRecipientElement(recipient) } }),
    Desglose: {
      DetalleDesglose: breakdown.lines.map((line) => toBreakdownElement(line, formatSignedAmount)),
    },
    CuotaTotal: taxTotal,
    ImporteTotal: total,
    ...toCommonElements(record, hash),
  });
  return { hash, xml };
}

/** Creates hash and XML of the record of an annulled document. */
export function encodeAnnulment(record: Annulment): EncodedRecord {
  const { taxNumber, number, issuedOn } = record.identity;
  const hash = hashRecord(toHashInput(record));
  const xml = toXml('RegistroAnulacion', {
    IDVersion: '1.0',
    IDFactura: {
      IDEmisorFacturaAnulada: taxNumber,
      NumSerieFacturaAnulada: number,
      FechaExpedicionFacturaAnulada: issuedOn,
    },
    RefExterna: String(record.sequence),
    ...(record.isUnregistered && { SinRegistroPrevio: 'S' }),
    ...(record.wasRejected && { RechazoPrevio: 'S' }),
    ...toCommonElements(record, hash),
  });
  return { hash, xml };
}

/** Formats an amount in euros with two decimals: -12.30. */
export function formatRecordAmount(amount: TenThousandths): string {
  const cents = Math.round(Math.abs(amount) / TEN_THOUSANDTHS_PER_CENT);
  const whole = Math.floor(cents / 100);
  const sign = amount < 0 && cents > 0 ? '-' : '';
  return `${sign}${whole}.${String(cents % 100).padStart(2, '0')}`;
}

function toHashInput({ identity, previousRecord, generatedAt }: RecordBase) {
  return { ...identity, previousHash: previousRecord?.hash ?? '', generatedAt };
}

/** The elements at the end of every record. */
function toCommonElements(
  { previousRecord, software, generatedAt }: RecordBase,
  hash: string,
): XmlContent {
  return {
    Encadenamiento: previousRecord
      ? { RegistroAnterior: { ...toIdentityElements(previousRecord), Huella: previousRecord.hash } }
      : { PrimerRegistro: 'S' },
    SistemaInformatico: {
      NombreRazon: sanitizeXmlText(software.producerName, MAX_NAME_LENGTH),
      // oxlint-disable-next-line project/keys-in-records -- a name of AEAT's
      NIF: software.producerTaxId,
      NombreSistemaInformatico: SYSTEM_NAME,
      IdSistemaInformatico: software.systemId,
      Version: software.version,
      NumeroInstalacion: software.installation,
      TipoUsoPosibleSoloVerifactu: 'S',
      TipoUsoPosibleMultiOT: 'S',
      IndicadorMultiplesOT: software.hasSeveralIssuers ? 'S' : 'N',
    },
    FechaHoraHusoGenRegistro: generatedAt,
    TipoHuella: '01',
    Huella: hash,
  };
}

function toIdentityElements({ taxNumber, number, issuedOn }: DocumentIdentity): XmlContent {
  return {
    IDEmisorFactura: taxNumber,
    NumSerieFactura: number,
    FechaExpedicionFactura: issuedOn,
  };
}

function toRecipientElement({ name, identification }: InvoiceRecipient): XmlContent {
  const { country } = { country: undefined, ...identification };
  return {
    NombreRazon: sanitizeXmlText(name, MAX_NAME_LENGTH),
    ...('nif' in identification
      ? // oxlint-disable-next-line project/keys-in-records -- a name of AEAT's
        { NIF: identification.nif }
      : {
          IDOtro: {
            ...(country !== undefined && { CodigoPais: country }),
            IDType: identification.type,
            // oxlint-disable-next-line project/keys-in-records -- a name of AEAT's
            ID: identification.number,
          },
        }),
  };
}

function toBreakdownElement(
  line: BreakdownLine,
  formatAmount: (value: TenThousandths) => string,
): XmlContent {
  const { qualification } = line;
  const isExempt = qualification.startsWith('E');
  const isTaxed = qualification.startsWith('S');
  const hasSurcharge = line.surchargeRate > 0 || line.surcharge !== 0;
  return {
    Impuesto: line.tax,
    ClaveRegimen: line.regime,
    [isExempt ? 'OperacionExenta' : 'CalificacionOperacion']: qualification,
    ...(isTaxed && { TipoImpositivo: formatRate(line.rate) }),
    BaseImponibleOimporteNoSujeto: formatAmount(line.base),
    ...(isTaxed && { CuotaRepercutida: formatAmount(line.taxAmount) }),
    ...(hasSurcharge && {
      TipoRecargoEquivalencia: formatRate(line.surchargeRate),
      CuotaRecargoEquivalencia: formatAmount(line.surcharge),
    }),
  };
}

function formatRate(rate: Millionths): string {
  return (rate / 1_000_000).toFixed(2);
}

// Most of these characters are invalid in XML 1.0. Tabs and line breaks are valid, but become spaces too.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\ufffe\uffff]+/gu;

/** Replaces characters that XML can't contain with spaces, and truncates a text to `maxLength` characters. */
export function sanitizeXmlText(text: string, maxLength: number): string {
  const plain = text.replace(CONTROL_CHARACTERS, ' ').replace(/\s+/gu, ' ').trim();
  return truncateToCodePoints(plain, maxLength).trim();
}

function toXml(name: string, content: XmlContent): string {
  const tag = `${NAMESPACE_PREFIX}:${name}`;
  return `<${tag} xmlns:${NAMESPACE_PREFIX}="${RECORD_NAMESPACE}">${toElementsXml(content)}</${tag}>`;
}

/** Formats elements as XML; an element with several values is repeated. */
function toElementsXml(content: XmlContent): string {
  let xml = '';
  for (const [name, value] of Object.entries(content)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const inner =
        typeof one === 'object' ? toElementsXml(one as XmlContent) : escapeXml(one as string);
      xml += `<${NAMESPACE_PREFIX}:${name}>${inner}</${NAMESPACE_PREFIX}:${name}>`;
    }
  }
  return xml;
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? '');
}
