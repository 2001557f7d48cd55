import XmlBuilder from 'fast-xml-builder';
import type { HttpResponse } from './post-message';
import {
  type DocumentIdentity,
  MAX_NAME_LENGTH,
  RECORD_NAMESPACE,
  toRecordText,
} from './record-xml';
import { findChild, createXmlReader, getChildText, type XmlNode } from './xml-nodes';

const MESSAGE_NAMESPACE = RECORD_NAMESPACE.replace('SuministroInformacion', 'SuministroLR');
const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A message of records of one issuer. */
export interface RecordMessage {
  readonly issuer: { readonly name: string; readonly taxNumber: string };
  /** Whether the records are sent late, because of an outage (`Incidencia`). */
  readonly hasIncident: boolean;
  /** XML of the records, in the order of their chain. */
  readonly records: readonly string[];
}

/** AEAT's response about a record. */
export interface RecordResponse extends DocumentIdentity {
  /** Position in its chain, as the record had it; undefined if the response leaves it out. */
  readonly sequence?: number;
  readonly operation: 'registration' | 'annulment';
  readonly state: 'accepted' | 'acceptedWithErrors' | 'rejected';
  readonly errorCode?: number;
  readonly error?: string;
  /** State of the record that AEAT already has; undefined if it has none. */
  readonly duplicateOf?: string;
}

/** AEAT's response to a message. */
export interface MessageResponse {
  /** `CSV` */
  readonly receipt?: string;
  /** Seconds until the next message may be sent. */
  readonly waitSeconds: number;
  readonly records: readonly RecordResponse[];
}

/** The response is a SOAP fault, or no response of the service: another attempt may succeed. */
export class UnusableResponse extends Error {
  override readonly name = 'UnusableResponse';
}

/** AEAT refuses a message for its content, and would do so again. */
export class MessageRejected extends Error {
  override readonly name = 'MessageRejected';

  constructor(
    message: string,
    /** AEAT's code of the error. */
    readonly code: number | undefined,
  ) {
    super(message);
  }
}

/**
 * Codes of faults about the content of records: schema, XML, dates, tax numbers and encoding. The others are about the
 * sender, its certificate or AEAT's systems.
 */
const CONTENT_CODES: ReadonlySet<number> = new Set([4102, 4103, 4106, 4109, 4119]);

/** Statuses of responses, which are no SOAP faults, about the content: bad request, too large, unprocessable. */
const CONTENT_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

const builder = new XmlBuilder({ format: false, suppressEmptyNode: true });

/** Writes a message; the records are part of it as they are. */
export function toMessageXml({ issuer, hasIncident, records }: RecordMessage): string {
  const { name, taxNumber } = issuer;
  const head = builder.build({
    'sfLR:Cabecera': {
      'sf:ObligadoEmision': {
        'sf:NombreRazon': toRecordText(name, MAX_NAME_LENGTH),
        'sf:NIF': taxNumber,
      },
      ...(hasIncident && { 'sf:RemisionVoluntaria': { 'sf:Incidencia': 'S' } }),
    },
  });
  const elements = records.map((one) => `<sfLR:RegistroFactura>${one}</sfLR:RegistroFactura>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soapenv:Envelope xmlns:soapenv="${SOAP_NAMESPACE}"><soapenv:Body>`,
    `<sfLR:RegFactuSistemaFacturacion xmlns:sfLR="${MESSAGE_NAMESPACE}" xmlns:sf="${RECORD_NAMESPACE}">`,
    head,
    ...elements,
    '</sfLR:RegFactuSistemaFacturacion></soapenv:Body></soapenv:Envelope>',
  ].join('');
}

const parse = createXmlReader({
  trimValues: true,
  isArray: (name) => name === 'RespuestaLinea',
});

/**
 * Reads a response (`RespuestaSuministro.xsd`). Faults come with any status.
 * @throws MessageRejected, UnusableResponse
 */
export function parseResponse({ status, body: xml }: HttpResponse): MessageResponse {
  const body = findChild(findChild(parse(xml), 'Envelope'), 'Body');
  const fault = findChild(body, 'Fault');
  if (fault) throw toError(fault);
  if (CONTENT_STATUSES.has(status)) throw new MessageRejected(`HTTP ${status}`, undefined);
  const answer = findChild(body, 'RespuestaRegFactuSistemaFacturacion');
  if (status !== 200 || !answer) {
    throw new UnusableResponse(`The response is not from AEAT's service (HTTP ${status})`);
  }
  const wait = Number(getChildText(answer, 'TiempoEsperaEnvio'));
  const lines = (answer['RespuestaLinea'] ?? []) as readonly XmlNode[];
  const receipt = getChildText(answer, 'CSV');
  return {
    waitSeconds: Number.isSafeInteger(wait) ? wait : 0,
    records: lines.flatMap((line) => toRecordResponse(line) ?? []),
    ...(receipt !== '' && { receipt }),
  };
}

/** Faults without a code of AEAT's are about the content if SOAP names the client as their cause. */
function toError(fault: XmlNode): MessageRejected | UnusableResponse {
  const reason = getChildText(fault, 'faultstring');
  const message = `AEAT refuses the message: ${reason}`;
  const named = /Codigo\[(\d{1,9})\]/.exec(reason)?.[1];
  const code = named === undefined ? undefined : Number(named);
  const isContent =
    code === undefined
      ? /\bClient$/.test(getChildText(fault, 'faultcode'))
      : CONTENT_CODES.has(code);
  return isContent ? new MessageRejected(message, code) : new UnusableResponse(message);
}

const states = new Map<string, RecordResponse['state']>([
  ['Correcto', 'accepted'],
  ['AceptadoConErrores', 'acceptedWithErrors'],
  ['Incorrecto', 'rejected'],
]);

function toRecordResponse(line: XmlNode): RecordResponse | undefined {
  const identity = findChild(line, 'IDFactura');
  const operation = findChild(line, 'Operacion');
  const state = states.get(getChildText(line, 'EstadoRegistro'));
  if (!identity || !operation || !state) return undefined;
  const sequence = Number(getChildText(line, 'RefExterna') || NaN);
  const code = Number(getChildText(line, 'CodigoErrorRegistro') || NaN);
  const error = getChildText(line, 'DescripcionErrorRegistro');
  const duplicate = findChild(line, 'RegistroDuplicado');
  return {
    taxNumber: getChildText(identity, 'IDEmisorFactura'),
    number: getChildText(identity, 'NumSerieFactura'),
    issuedOn: getChildText(identity, 'FechaExpedicionFactura'),
    operation:
      getChildText(operation, 'TipoOperacion') === 'Anulacion' ? 'annulment' : 'registration',
    state,
    ...(Number.isSafeInteger(sequence) && { sequence }),
    ...(Number.isSafeInteger(code) && { errorCode: code }),
    ...(error !== '' && { error }),
    ...(duplicate && { duplicateOf: getChildText(duplicate, 'EstadoRegistroDuplicado') }),
  };
}
