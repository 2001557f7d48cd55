import type { Millionths, TenThousandths } from '../../../core/money';
import { truncateToCodePoints } from '../../../core/text';
import type { VerifactuInvoiceType } from './entities/verifactu-record.entity';
import type { Breakdown, BreakdownLine } from './breakdown';
import { hashRecord } from './hash';
import type { Recipient } from './recipient';

/** Namespace of AEAT's types of records. */
export const RECORD_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroInformacion.xsd';

/** Identification of a document (`IDFactura`). */
export interface DocumentIdentity {
  readonly taxNumber: string;
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
interface RecordHead {
  readonly identity: DocumentIdentity;
  /** Position in the chain; AEAT returns it in its response (`RefExterna`). */
  readonly sequence: number;
  /** Undefined: the first record of its chain. */
  readonly previous: PreviousRecord | undefined;
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
export interface Registration extends RecordHead {
  readonly issuerName: string;
  readonly correction?: RegistrationCorrection;
  readonly type: VerifactuInvoiceType;
  /** The invoices that a credit note corrects. */
  readonly corrected: readonly DocumentIdentity[];
  /** The simplified invoices that the document replaces. */
  readonly replaced: readonly DocumentIdentity[];
  /** Date of supply, as `dd-mm-yyyy`, if it is earlier than the document's. */
  readonly suppliedOn?: string;
  readonly description: string;
  /** Whether it is a full invoice without a buyer's identification. */
  readonly isUnidentified: boolean;
  readonly recipient?: Recipient;
  readonly breakdown: Breakdown;
}

/** The record of a document that was annulled (`RegistroAnulacion`). */
export interface Annulment extends RecordHead {
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

const PREFIX = 'sf';
/** Limit of names, in characters. */
export const MAX_NAME_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 500;
/** `NombreSistemaInformatico` */
export const SYSTEM_NAME = 'Online Store Administration';
/** Documents of this amount and more are marked (`Macrodato`). */
const LARGE_AMOUNT: TenThousandths = 100_000_000 * 10_000;
const CENT: TenThousandths = 100;

/** Seals the record of a document that was issued. A credit note's amounts become negative. */
export function encodeRegistration(record: Registration): EncodedRecord {
  const { identity, type, correction, breakdown, recipient } = record;
  const isCredit = type.startsWith('R');
  const amount = (value: TenThousandths): string => formatRecordAmount(isCredit ? -value : value);
  const taxTotal = amount(breakdown.taxTotal);
  const total = amount(breakdown.total);
  const hash = hashRecord({ ...toHashed(record), amounts: { type, taxTotal, total } });
  const xml = toXml('RegistroAlta', {
    IDVersion: '1.0',
    IDFactura: toIdentity(identity),
    RefExterna: String(record.sequence),
    NombreRazonEmisor: toRecordText(record.issuerName, MAX_NAME_LENGTH),
    ...(correction && { Subsanacion: 'S', RechazoPrevio: correction.previousRejection }),
    TipoFactura: type,
    ...(isCredit && { TipoRectificativa: 'I' }),
    ...(record.corrected.length > 0 && {
      FacturasRectificadas: { IDFacturaRectificada: record.corrected.map(toIdentity) },
    }),
    ...(record.replaced.length > 0 && {
      FacturasSustituidas: { IDFacturaSustituida: record.replaced.map(toIdentity) },
    }),
    ...(record.suppliedOn !== undefined && { FechaOperacion: record.suppliedOn }),
    DescripcionOperacion: toRecordText(record.description, MAX_DESCRIPTION_LENGTH),
    ...(record.isUnidentified && { FacturaSinIdentifDestinatarioArt61d: 'S' }),
    ...(breakdown.total >= LARGE_AMOUNT && { Macrodato: 'S' }),
    ...(recipient && { Destinatarios: { IDDestinatario: toParty(recipient) } }),
    Desglose: { DetalleDesglose: breakdown.lines.map((line) => toDetail(line, amount)) },
    CuotaTotal: taxTotal,
    ImporteTotal: total,
    ...toTail(record, hash),
  });
  return { hash, xml };
}

/** Seals the record of a document that was annulled. */
export function encodeAnnulment(record: Annulment): EncodedRecord {
  const { taxNumber, number, issuedOn } = record.identity;
  const hash = hashRecord(toHashed(record));
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
    ...toTail(record, hash),
  });
  return { hash, xml };
}

/** Formats an amount in euros with two decimals: -12.30. */
export function formatRecordAmount(amount: TenThousandths): string {
  const cents = Math.round(Math.abs(amount) / CENT);
  const whole = Math.floor(cents / 100);
  const sign = amount < 0 && cents > 0 ? '-' : '';
  return `${sign}${whole}.${String(cents % 100).padStart(2, '0')}`;
}

function toHashed({ identity, previous, generatedAt }: RecordHead) {
  return { ...identity, previousHash: previous?.hash ?? '', generatedAt };
}

/** The elements at the end of every record. */
function toTail({ previous, software, generatedAt }: RecordHead, hash: string): XmlContent {
  return {
    Encadenamiento: previous
      ? { RegistroAnterior: { ...toIdentity(previous), Huella: previous.hash } }
      : { PrimerRegistro: 'S' },
    SistemaInformatico: {
      NombreRazon: toRecordText(software.producerName, MAX_NAME_LENGTH),
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

function toIdentity({ taxNumber, number, issuedOn }: DocumentIdentity): XmlContent {
  return {
    IDEmisorFactura: taxNumber,
    NumSerieFactura: number,
    FechaExpedicionFactura: issuedOn,
  };
}

function toParty({ name, id }: Recipient): XmlContent {
  const { country } = { country: undefined, ...id };
  return {
    NombreRazon: toRecordText(name, MAX_NAME_LENGTH),
    ...('nif' in id
      ? // oxlint-disable-next-line project/keys-in-records -- a name of AEAT's
        { NIF: id.nif }
      : {
          IDOtro: {
            ...(country !== undefined && { CodigoPais: country }),
            IDType: id.type,
            // oxlint-disable-next-line project/keys-in-records -- a name of AEAT's
            ID: id.number,
          },
        }),
  };
}

function toDetail(line: BreakdownLine, amount: (value: TenThousandths) => string): XmlContent {
  const { qualification } = line;
  const isExempt = qualification.startsWith('E');
  const isTaxed = qualification.startsWith('S');
  const hasSurcharge = line.surchargeRate > 0 || line.surcharge !== 0;
  return {
    Impuesto: line.tax,
    ClaveRegimen: line.regime,
    [isExempt ? 'OperacionExenta' : 'CalificacionOperacion']: qualification,
    ...(isTaxed && { TipoImpositivo: formatRate(line.rate) }),
    BaseImponibleOimporteNoSujeto: amount(line.base),
    ...(isTaxed && { CuotaRepercutida: amount(line.taxAmount) }),
    ...(hasSurcharge && {
      TipoRecargoEquivalencia: formatRate(line.surchargeRate),
      CuotaRecargoEquivalencia: amount(line.surcharge),
    }),
  };
}

function formatRate(rate: Millionths): string {
  return (rate / 1_000_000).toFixed(2);
}

// XML 1.0 has no other control characters.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]+/gu;

/** Makes a text one that XML can hold, of at most `max` characters. */
export function toRecordText(text: string, max: number): string {
  const plain = text.replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim();
  return truncateToCodePoints(plain, max).trim();
}

function toXml(name: string, content: XmlContent): string {
  const tag = `${PREFIX}:${name}`;
  return `<${tag} xmlns:${PREFIX}="${RECORD_NAMESPACE}">${toElements(content)}</${tag}>`;
}

/** Writes elements; one with several values comes several times. */
function toElements(content: XmlContent): string {
  let xml = '';
  for (const [name, value] of Object.entries(content)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const inner = typeof one === 'object' ? toElements(one as XmlContent) : escape(one as string);
      xml += `<${PREFIX}:${name}>${inner}</${PREFIX}:${name}>`;
    }
  }
  return xml;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
