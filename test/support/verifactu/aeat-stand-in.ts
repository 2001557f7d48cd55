import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findAnswerFaults, findMessageFaults } from './aeat-schemas';

/** How the stand-in treats a record. */
export type RecordVerdict = 'accept' | 'acceptWithErrors' | 'reject';

/** How it treats a message. */
export type MessageConduct =
  | 'answer'
  /** Keeps the records, and answers nothing. */
  | 'loseAnswer'
  /** Breaks the connection off before it keeps anything. */
  | 'breakOff'
  | 'fault'
  /** Refuses the message for its content, by a fault or by a status. */
  | 'refuse'
  | 'badRequest'
  | 'slow';

/** A record as the stand-in keeps it. */
export interface KeptRecord {
  readonly xml: string;
  readonly operation: 'Alta' | 'Anulacion';
  readonly taxNumber: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly reference: string;
  readonly installation: string;
  readonly hash: string;
  readonly previousHash: string;
  readonly state: 'Correcta' | 'AceptadaConErrores';
}

const ANSWER =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/';
const SLOW_MS = 300;
const PASSWORD = 'correct horse battery staple';

/**
 * A stand-in for AEAT's service: an HTTPS server that demands a client certificate, validates each message, checks
 * hashes and order, and answers by AEAT's schema.
 */
export class AeatStandIn {
  /** Records that it has, by their identification and operation; corrections replace them. */
  readonly kept: KeptRecord[] = [];
  /** Messages as they came. */
  readonly messages: string[] = [];
  /** Faults of messages by hashes and order. */
  private readonly faults: string[] = [];
  /** Messages that were taken, and their answers: the schemas judge them together. */
  private readonly taken: string[] = [];
  private readonly answers: string[] = [];
  /** Numbers of documents whose records came again after they were answered. */
  readonly repeated: string[] = [];
  /** Times of the messages, in milliseconds. */
  readonly times: number[] = [];
  /** Records as they came, by installation, each once. */
  private readonly received = new Map<string, KeptRecord[]>();
  /** Hashes of the records that were answered. */
  private readonly answered = new Set<string>();
  waitSeconds = 0;
  judge: (record: KeptRecord) => RecordVerdict = () => 'accept';
  /** @param message its number, from 1 */
  conduct: (message: number, text: string) => MessageConduct | Promise<MessageConduct> = () =>
    'answer';

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
  ) {}

  static async start(taxNumbers: readonly string[]): Promise<AeatStandIn> {
    const folder = mkdtempSync(join(tmpdir(), 'aeat-'));
    makeCertificates(folder, taxNumbers);
    const read = (name: string) => readFileSync(join(folder, name));
    const server = createServer({
      key: read('server.key'),
      cert: read('server.pem'),
      ca: read('authorities.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    });
    const standIn = new AeatStandIn(server, folder);
    server.on('request', (request, response) => {
      standIn.take(request, response).catch((error: unknown) => {
        standIn.faults.push(String(error));
        response.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Variables of a service that uses it. */
  get environment() {
    return {
      VERIFACTU_PRODUCER_NAME: 'Productora de Software S.L.',
      VERIFACTU_PRODUCER_TAX_ID: 'B12345674',
      VERIFACTU_SYSTEM_ID: 'OS',
      VERIFACTU_CERTIFICATES: this.folder,
      VERIFACTU_MARKS: join(this.folder, 'marks'),
      VERIFACTU_URL: this.url,
      STORE_TIME_ZONE: 'Europe/Madrid',
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Faults of the messages so far: by the schemas, hashes and order; and of its own answers. */
  async listFaults(): Promise<string[]> {
    const answers = await findAnswerFaults(this.answers);
    return [
      ...this.faults,
      ...(await findMessageFaults(this.taken)),
      ...answers.map((one) => `answer: ${one}`),
    ];
  }

  /** The XML of an installation's records as they came, rejected ones included, each once. */
  listReceived(installation: string): string[] {
    return (this.received.get(installation) ?? []).map(({ xml }) => xml);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const message = Buffer.concat(parts).toString('utf8');
    this.times.push(Date.now());
    const conduct = await this.conduct(this.messages.push(message), message);
    if (conduct === 'breakOff') {
      response.destroy();
      return;
    }
    if (conduct === 'fault') {
      const fault =
        '<faultcode>env:Server</faultcode><faultstring>Codigo[20009].Error interno</faultstring>';
      this.send(response, `<env:Fault>${fault}</env:Fault>`, 500);
      return;
    }
    if (conduct === 'refuse' || conduct === 'badRequest') {
      this.refuse(message, conduct, response);
      return;
    }
    if (conduct === 'slow') await pause(SLOW_MS);
    this.taken.push(message);
    const records = listRecords(message);
    const repeated = records.filter(({ hash }) => this.answered.has(hash));
    this.repeated.push(...repeated.map(({ number }) => number));
    const lines = records.map((record) => this.answerRecord(record));
    if (conduct === 'loseAnswer') {
      response.destroy();
      return;
    }
    const answer = toAnswer(message, lines, this.waitSeconds);
    this.answers.push(answer);
    this.send(response, answer);
    for (const { hash } of records) this.answered.add(hash);
  }

  /** A record that is alone in a refused message has arrived. */
  private refuse(message: string, conduct: MessageConduct, response: ServerResponse): void {
    const [record, ...others] = listRecords(message);
    if (record && others.length === 0) this.checkOrder(record);
    const fault =
      '<faultcode>env:Client</faultcode><faultstring>Codigo[4102].El XML no cumple el esquema.</faultstring>';
    if (conduct === 'refuse') this.send(response, `<env:Fault>${fault}</env:Fault>`, 500);
    else response.writeHead(400, { 'Content-Type': 'text/html' }).end('<h1>Bad Request<br></h1>');
  }

  private send(response: ServerResponse, body: string, status = 200): void {
    response.writeHead(status, { 'Content-Type': 'text/xml; charset=utf-8' });
    const soap = 'xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"';
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><env:Envelope ${soap}><env:Body>${body}</env:Body></env:Envelope>`,
    );
  }

  /** A record that comes for the first time follows the last one of its chain. */
  private checkOrder(record: KeptRecord): void {
    const { installation, hash, previousHash, number } = record;
    const known = this.received.get(installation) ?? [];
    this.received.set(installation, known);
    if (known.some((one) => one.hash === hash)) return;
    const last = known.at(-1)?.hash ?? '';
    if (previousHash !== last) this.faults.push(`${number}: follows ${previousHash}, not ${last}`);
    known.push(record);
  }

  /** @returns the line of the answer about a record */
  private answerRecord(record: KeptRecord): string {
    const hash = computeHash(record.xml);
    if (hash !== record.hash)
      this.faults.push(`${record.number}: hash ${record.hash}, not ${hash}`);
    this.checkOrder(record);
    const isCorrection = /<sf:Subsanacion>S</.test(record.xml);
    const known = this.kept.find((one) => isSame(one, record));
    if (known && (!isCorrection || known.xml === record.xml)) {
      return toLine(record, 'Incorrecto', {
        code: 3000,
        text: 'Registro de facturación duplicado.',
        duplicate: known.state,
      });
    }
    const verdict = this.judge(record);
    if (verdict === 'reject') {
      return toLine(record, 'Incorrecto', { code: 1107, text: 'El NIF no está identificado.' });
    }
    const state = verdict === 'accept' ? 'Correcta' : 'AceptadaConErrores';
    this.kept.push({ ...record, state });
    return verdict === 'accept'
      ? toLine(record, 'Correcto')
      : toLine(record, 'AceptadoConErrores', { code: 2000, text: 'El cálculo no coincide.' });
  }
}

function isSame(one: KeptRecord, other: KeptRecord): boolean {
  return (
    one.taxNumber === other.taxNumber &&
    one.number === other.number &&
    one.issuedOn === other.issuedOn &&
    one.operation === other.operation
  );
}

const element = (xml: string, name: string): string =>
  new RegExp(`<sf:${name}>([^<]*)</sf:${name}>`).exec(xml)?.[1] ?? '';

const unescape = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');

function listRecords(message: string): KeptRecord[] {
  const records = message.matchAll(/<sfLR:RegistroFactura>([\s\S]*?)<\/sfLR:RegistroFactura>/g);
  return [...records].map(([, xml = '']) => {
    const isAnnulment = xml.startsWith('<sf:RegistroAnulacion');
    const suffix = isAnnulment ? 'Anulada' : '';
    const previous = /<sf:RegistroAnterior>[\s\S]*?<\/sf:RegistroAnterior>/.exec(xml)?.[0] ?? '';
    return {
      xml,
      operation: isAnnulment ? 'Anulacion' : 'Alta',
      taxNumber: element(xml, `IDEmisorFactura${suffix}`),
      number: unescape(element(xml, `NumSerieFactura${suffix}`)),
      issuedOn: element(xml, `FechaExpedicionFactura${suffix}`),
      reference: element(xml, 'RefExterna'),
      installation: element(xml, 'NumeroInstalacion'),
      hash:
        /<sf:Huella>([0-9A-F]{64})<\/sf:Huella><\/sf:Registro(?:Alta|Anulacion)>/.exec(xml)?.[1] ??
        '',
      previousHash: element(previous, 'Huella'),
      state: 'Correcta',
    };
  });
}

/** The hash by the fields of a record, with code of its own. */
export function computeHash(xml: string): string {
  const suffix = xml.startsWith('<sf:RegistroAnulacion') ? 'Anulada' : '';
  const previous = /<sf:RegistroAnterior>[\s\S]*?<\/sf:RegistroAnterior>/.exec(xml)?.[0] ?? '';
  const names = [
    `IDEmisorFactura${suffix}`,
    `NumSerieFactura${suffix}`,
    `FechaExpedicionFactura${suffix}`,
  ];
  if (suffix === '') names.push('TipoFactura', 'CuotaTotal', 'ImporteTotal');
  const fields = names.map((name) => `${name}=${unescape(element(xml, name)).trim()}`);
  fields.push(`Huella=${element(previous, 'Huella')}`);
  fields.push(`FechaHoraHusoGenRegistro=${element(xml, 'FechaHoraHusoGenRegistro')}`);
  return createHash('sha256').update(fields.join('&')).digest('hex').toUpperCase();
}

interface LineError {
  readonly code: number;
  readonly text: string;
  readonly duplicate?: string;
}

function toLine(record: KeptRecord, state: string, error?: LineError): string {
  const { taxNumber, number, issuedOn, operation, reference, xml } = record;
  const escaped = number.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const correction = /<sf:Subsanacion>S</.test(xml) ? '<sf:Subsanacion>S</sf:Subsanacion>' : '';
  return [
    '<sfR:RespuestaLinea><sfR:IDFactura>',
    `<sf:IDEmisorFactura>${taxNumber}</sf:IDEmisorFactura>`,
    `<sf:NumSerieFactura>${escaped}</sf:NumSerieFactura>`,
    `<sf:FechaExpedicionFactura>${issuedOn}</sf:FechaExpedicionFactura></sfR:IDFactura>`,
    `<sfR:Operacion><sf:TipoOperacion>${operation}</sf:TipoOperacion>${correction}</sfR:Operacion>`,
    `<sfR:RefExterna>${reference}</sfR:RefExterna>`,
    `<sfR:EstadoRegistro>${state}</sfR:EstadoRegistro>`,
    error ? `<sfR:CodigoErrorRegistro>${error.code}</sfR:CodigoErrorRegistro>` : '',
    error ? `<sfR:DescripcionErrorRegistro>${error.text}</sfR:DescripcionErrorRegistro>` : '',
    error?.duplicate === undefined
      ? ''
      : `<sfR:RegistroDuplicado><sf:IdPeticionRegistroDuplicado>1</sf:IdPeticionRegistroDuplicado><sf:EstadoRegistroDuplicado>${error.duplicate}</sf:EstadoRegistroDuplicado></sfR:RegistroDuplicado>`,
    '</sfR:RespuestaLinea>',
  ].join('');
}

function toAnswer(message: string, lines: readonly string[], waitSeconds: number): string {
  const head = /<sfLR:Cabecera>([\s\S]*?)<\/sfLR:Cabecera>/.exec(message)?.[1] ?? '';
  const isWhole = lines.every((line) => !line.includes('>Incorrecto<'));
  const isNone = lines.every((line) => line.includes('>Incorrecto<'));
  const state = isWhole ? 'Correcto' : isNone ? 'Incorrecto' : 'ParcialmenteCorrecto';
  return [
    `<sfR:RespuestaRegFactuSistemaFacturacion xmlns:sfR="${ANSWER}RespuestaSuministro.xsd" xmlns:sf="${ANSWER}SuministroInformacion.xsd">`,
    isNone ? '' : '<sfR:CSV>A-STANDIN0000001</sfR:CSV>',
    `<sfR:Cabecera>${head}</sfR:Cabecera>`,
    `<sfR:TiempoEsperaEnvio>${waitSeconds}</sfR:TiempoEsperaEnvio>`,
    `<sfR:EstadoEnvio>${state}</sfR:EstadoEnvio>`,
    ...lines,
    '</sfR:RespuestaRegFactuSistemaFacturacion>',
  ].join('');
}

/** Makes an authority, the server's certificate, and one of each tax number with its password. */
function makeCertificates(folder: string, taxNumbers: readonly string[]): void {
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'authorities.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Stand-in authority',
  );
  const issue = (name: string, subject: string, extension: string) => {
    writeFileSync(join(folder, `${name}.ext`), extension);
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'authorities.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-extfile',
      `${name}.ext`,
    );
  };
  issue('server', '/CN=localhost', 'subjectAltName=DNS:localhost');
  for (const taxNumber of taxNumbers) {
    issue(taxNumber, `/CN=${taxNumber}`, 'extendedKeyUsage=clientAuth');
    openssl(
      'pkcs12',
      '-export',
      '-in',
      `${taxNumber}.pem`,
      '-inkey',
      `${taxNumber}.key`,
      '-out',
      `${taxNumber}.p12`,
      '-passout',
      `pass:${PASSWORD}`,
    );
    writeFileSync(join(folder, `${taxNumber}.password`), `${PASSWORD}\n`);
  }
}
