import { hash } from 'node:crypto';

/** The hashed values of a record, as its XML has them. */
export interface RecordHashInput {
  readonly taxNumber: string;
  /** Number of the document, such as the invoice number. */
  readonly number: string;
  /** `dd-mm-yyyy` */
  readonly issuedOn: string;
  /** Only of registrations. */
  readonly amounts?: {
    readonly invoiceType: string;
    readonly taxTotal: string;
    readonly total: string;
  };
  /** Hash of the previous record; empty for the first one. */
  readonly previousHash: string;
  /** ISO 8601 with offset. */
  readonly generatedAt: string;
}

/**
 * Computes the hash of an invoicing record (AEAT, "Algoritmo de cálculo de codificación de la huella o hash").
 * @returns SHA-256 in upper-case hex
 */
export function hashRecord(record: RecordHashInput): string {
  return hash('sha256', formatHashInput(record), 'hex').toUpperCase();
}

function formatHashInput(record: RecordHashInput): string {
  const { taxNumber, number, issuedOn, amounts, previousHash, generatedAt } = record;
  const fields: readonly (readonly [string, string])[] = amounts
    ? [
        ['IDEmisorFactura', taxNumber],
        ['NumSerieFactura', number],
        ['FechaExpedicionFactura', issuedOn],
        ['TipoFactura', amounts.invoiceType],
        ['CuotaTotal', amounts.taxTotal],
        ['ImporteTotal', amounts.total],
      ]
    : [
        ['IDEmisorFacturaAnulada', taxNumber],
        ['NumSerieFacturaAnulada', number],
        ['FechaExpedicionFacturaAnulada', issuedOn],
      ];
  return [...fields, ['Huella', previousHash], ['FechaHoraHusoGenRegistro', generatedAt]]
    .map(([name = '', value = '']) => `${name}=${value.trim()}`)
    .join('&');
}
