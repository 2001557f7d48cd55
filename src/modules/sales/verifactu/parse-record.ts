import type { RecordHashInput } from './record-hash';
import { findChild, createXmlParser, getChildText } from './xml-reader';

/** The members of a record's XML that identify it and its place in the chain. */
export interface ParsedRecord extends RecordHashInput {
  readonly operation: 'registration' | 'annulment';
  readonly hash: string;
  readonly installation: string;
  readonly sequence: number;
  readonly isFirst: boolean;
  /** Identification of the record before. */
  readonly previous?: { readonly number: string; readonly issuedOn: string };
}

const parseXml = createXmlParser({ trimValues: false });

/** Reads the XML of a record. @returns undefined for anything else */
export function parseRecord(xml: string): ParsedRecord | undefined {
  const root = parseXml(xml);
  const registration = findChild(root, 'RegistroAlta');
  const record = registration ?? findChild(root, 'RegistroAnulacion');
  if (!record) return undefined;
  const suffix = registration ? '' : 'Anulada';
  const identity = findChild(record, 'IDFactura');
  const chainElement = findChild(record, 'Encadenamiento');
  const previous = findChild(chainElement, 'RegistroAnterior');
  return {
    operation: registration ? 'registration' : 'annulment',
    taxNumber: getChildText(identity, `IDEmisorFactura${suffix}`),
    number: getChildText(identity, `NumSerieFactura${suffix}`),
    issuedOn: getChildText(identity, `FechaExpedicionFactura${suffix}`),
    ...(registration && {
      amounts: {
        invoiceType: getChildText(record, 'TipoFactura'),
        taxTotal: getChildText(record, 'CuotaTotal'),
        total: getChildText(record, 'ImporteTotal'),
      },
    }),
    previousHash: getChildText(previous, 'Huella'),
    generatedAt: getChildText(record, 'FechaHoraHusoGenRegistro'),
    hash: getChildText(record, 'Huella'),
    installation: getChildText(findChild(record, 'SistemaInformatico'), 'NumeroInstalacion'),
    sequence: Number(getChildText(record, 'RefExterna')),
    isFirst: getChildText(chainElement, 'PrimerRegistro') === 'S',
    ...(previous && {
      previous: {
        number: getChildText(previous, 'NumSerieFactura'),
        issuedOn: getChildText(previous, 'FechaExpedicionFactura'),
      },
    }),
  };
}
