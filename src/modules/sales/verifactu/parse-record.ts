import type { HashedRecord } from './hash';
import { child, createXmlReader, text } from './xml-nodes';

/** The members of a record's XML that identify it and its place in the chain. */
export interface ParsedRecord extends HashedRecord {
  readonly operation: 'registration' | 'annulment';
  readonly hash: string;
  readonly installation: string;
  readonly sequence: number;
  readonly isFirst: boolean;
  /** Identification of the record before. */
  readonly previous?: { readonly number: string; readonly issuedOn: string };
}

const parse = createXmlReader({ trimValues: false });

/** Reads the XML of a record. @returns undefined for anything else */
export function parseRecord(xml: string): ParsedRecord | undefined {
  const root = parse(xml);
  const registration = child(root, 'RegistroAlta');
  const record = registration ?? child(root, 'RegistroAnulacion');
  if (!record) return undefined;
  const suffix = registration ? '' : 'Anulada';
  const identity = child(record, 'IDFactura');
  const chaining = child(record, 'Encadenamiento');
  const previous = child(chaining, 'RegistroAnterior');
  return {
    operation: registration ? 'registration' : 'annulment',
    taxNumber: text(identity, `IDEmisorFactura${suffix}`),
    number: text(identity, `NumSerieFactura${suffix}`),
    issuedOn: text(identity, `FechaExpedicionFactura${suffix}`),
    ...(registration && {
      amounts: {
        type: text(record, 'TipoFactura'),
        taxTotal: text(record, 'CuotaTotal'),
        total: text(record, 'ImporteTotal'),
      },
    }),
    previousHash: text(previous, 'Huella'),
    generatedAt: text(record, 'FechaHoraHusoGenRegistro'),
    hash: text(record, 'Huella'),
    installation: text(child(record, 'SistemaInformatico'), 'NumeroInstalacion'),
    sequence: Number(text(record, 'RefExterna')),
    isFirst: text(chaining, 'PrimerRegistro') === 'S',
    ...(previous && {
      previous: {
        number: text(previous, 'NumSerieFactura'),
        issuedOn: text(previous, 'FechaExpedicionFactura'),
      },
    }),
  };
}
