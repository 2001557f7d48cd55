/**
 * Checks the invoicing records of an export without code of the service: SHA-256 over the stored fields, and that each
 * record follows the one before. `node test/support/verifactu/independent-chain.mjs EXPORT.ndjson` prints a line of JSON
 * for each chain, and ends with 1 after a break.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} StoredRecord
 * @property {{ installation: string }} chain
 * @property {number} sequence
 * @property {'registration' | 'annulment'} operation
 * @property {string} [invoiceType]
 * @property {string} taxNumber
 * @property {string} number
 * @property {string} issuedOn
 * @property {number} [taxTotal]
 * @property {number} [total]
 * @property {string} generatedAt
 * @property {string} hash
 * @property {string} xml
 */

/** @type {Map<string, StoredRecord[]>} */
const chains = new Map();
const lines = createInterface({
  input: createReadStream(process.argv[2] ?? ''),
  crlfDelay: Infinity,
});
for await (const line of lines) {
  if (!line.startsWith('{"type":"verifactuRecord"')) continue;
  const record = /** @type {StoredRecord} */ (JSON.parse(line));
  const { installation } = record.chain;
  chains.set(installation, [...(chains.get(installation) ?? []), record]);
}

/** @param {StoredRecord} record @param {string} previousHash */
function hashOf(record, previousHash) {
  const { operation, taxNumber, number, issuedOn, generatedAt } = record;
  const suffix = operation === 'annulment' ? 'Anulada' : '';
  const fields = [
    `IDEmisorFactura${suffix}=${taxNumber}`,
    `NumSerieFactura${suffix}=${number}`,
    `FechaExpedicionFactura${suffix}=${issuedOn}`,
  ];
  if (operation === 'registration') {
    fields.push(`TipoFactura=${record.invoiceType}`);
    fields.push(`CuotaTotal=${(record.taxTotal ?? 0).toFixed(2)}`);
    fields.push(`ImporteTotal=${(record.total ?? 0).toFixed(2)}`);
  }
  fields.push(`Huella=${previousHash}`, `FechaHoraHusoGenRegistro=${generatedAt}`);
  return createHash('sha256').update(fields.join('&'), 'utf8').digest('hex').toUpperCase();
}

/** @param {StoredRecord} record @param {StoredRecord | undefined} previous */
function faultOf(record, previous) {
  if (record.sequence !== (previous?.sequence ?? 0) + 1) return 'is not the next one';
  if (record.hash !== hashOf(record, previous?.hash ?? '')) return 'has another hash';
  const link = /<sf:Encadenamiento>(.*)<\/sf:Encadenamiento>/s.exec(record.xml)?.[1] ?? '';
  const expected = previous
    ? '<sf:RegistroAnterior>' +
      `<sf:IDEmisorFactura>${previous.taxNumber}</sf:IDEmisorFactura>` +
      `<sf:NumSerieFactura>${previous.number.replaceAll('&', '&amp;')}</sf:NumSerieFactura>` +
      `<sf:FechaExpedicionFactura>${previous.issuedOn}</sf:FechaExpedicionFactura>` +
      `<sf:Huella>${previous.hash}</sf:Huella></sf:RegistroAnterior>`
    : '<sf:PrimerRegistro>S</sf:PrimerRegistro>';
  if (link !== expected) return 'names another record before it';
  if (!record.xml.includes(`<sf:Huella>${record.hash}</sf:Huella></sf:Registro`)) {
    return 'has another hash in its XML';
  }
  return undefined;
}

for (const [installation, records] of chains) {
  records.sort((one, other) => one.sequence - other.sequence);
  const broken = records.flatMap((record, at) => {
    const fault = faultOf(record, records[at - 1]);
    return fault === undefined ? [] : [`record ${record.sequence} ${fault}`];
  });
  const taxNumber = records[0]?.taxNumber;
  console.log(JSON.stringify({ installation, taxNumber, records: records.length, broken }));
  if (broken.length > 0) process.exitCode = 1;
}
