import XmlBuilder from 'fast-xml-builder';
import type { AeatHttpResponse } from './post-aeat-message';
import {
  type DocumentIdentity,
  MAX_NAME_LENGTH,
  RECORD_NAMESPACE,
  sanitizeXmlText,
} from './record-xml';
import { findChild, createXmlParser, getChildText, type ParsedXmlElement } from './xml-reader';

const MESSAGE_NAMESPACE = RECORD_NAMESPACE.replace('SuministroInformacion', 'SuministroLR');
const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A message of records of one issuer. */
export interface RecordMessage {
  readonly issuer: { readonly name: string; readonly taxNumber: string };
  /** Whether the records are sent late, because of an outage (`Incidencia`). */
  readonly isSentLate: boolean;
  /** XML of the records, in the order of their chain. */
  readonly records: readonly string[];
}

/** AEAT's response about a record. */
export interface RecordResult extends DocumentIdentity {
  /** Position in its chain, as the record had it; undefined if the response leaves it out. */
  readonly sequence?: number;
  readonly operation: 'registration' | 'annulment';
  readonly state: 'accepted' | 'acceptedWithErrors' | 'rejected';
  readonly errorCode?: number;
  readonly error?: string;
  /** State of the record that AEAT already has; undefined if it has none. */
  readonly duplicateState?: string;
}

/** AEAT's response to a message. */
export interface MessageResponse {
  /** `CSV` */
  readonly receipt?: string;
  /** Seconds until the next message may be sent. */
  readonly waitSeconds: number;
  readonly results: readonly RecordResult[];
}

/** The response is a fault that isn't about the content, or isn't from the service: another attempt may succeed. */
export class UnusableResponseError extends Error {
  override readonly name = 'UnusableResponse';
}

/** AEAT refuses a message for its content, and would do so again. */
export class MessageRejectedError extends Error {
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
const CONTENT_FAULT_CODES: ReadonlySet<number> = new Set([4102, 4103, 4106, 4109, 4119]);

/** HTTP statuses that reject the content, of responses without a SOAP fault: bad request, too large, unprocessable. */
const CONTENT_ERROR_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

const xmlBuilder = new XmlBuilder({ format: false, suppressEmptyNode: true });

/** Writes a message; the records are part of it as they are. */
export function toMessageXml({ issuer, isSentLate, records }: RecordMessage): string {
  const { name, taxNumber } = issuer;
  const headerXml = xmlBuilder.build({
    'sfLR:Cabecera': {
      'sf:ObligadoEmision': {
        'sf:NombreRazon': sanitizeXmlText(name, MAX_NAME_LENGTH),
        'sf:NIF': taxNumber,
      },
      ...(isSentLate && { 'sf:RemisionVoluntaria': { 'sf:Incidencia': 'S' } }),
    },
  });
  const elements = records.map((one) => `<sfLR:RegistroFactura>${one}</sfLR:RegistroFactura>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soapenv:Envelope xmlns:soapenv="${SOAP_NAMESPACE}"><soapenv:Body>`,
    `<sfLR:RegFactuSistemaFacturacion xmlns:sfLR="${MESSAGE_NAMESPACE}" xmlns:sf="${RECORD_NAMESPACE}">`,
    headerXml,
    ...elements,
    '</sfLR:RegFactuSistemaFacturacion></soapenv:Body></soapenv:Envelope>',
  ].join('');
}

const parseMessageXml = createXmlParser({
  trimValues: true,
  isArray: (name) => name === 'RespuestaLinea',
});

/**
 * Reads a response (`RespuestaSuministro.xsd`). Faults come with any status.
 * @throws MessageRejectedError, UnusableResponseError
 */
export function parseMessageResponse({ status, body: xml }: AeatHttpResponse): MessageResponse {
  const body = findChild(findChild(parseMessageXml(xml), 'Envelope'), 'Body');
  const fault = findChild(body, 'Fault');
  if (fault) throw toFaultError(fault);
  if (CONTENT_ERROR_STATUSES.has(status))
    throw new MessageRejectedError(`HTTP ${status}`, undefined);
  const responseElement = findChild(body, 'RespuestaRegFactuSistemaFacturacion');
  if (status !== 200 || !responseElement) {
    throw new UnusableResponseError(`The response is not from AEAT's service (HTTP ${status})`);
  }
  const waitSeconds = Number(getChildText(responseElement, 'TiempoEsperaEnvio'));
  const resultElements = (responseElement['RespuestaLinea'] ?? []) as readonly ParsedXmlElement[];
  const receipt = getChildText(responseElement, 'CSV');
  return {
    waitSeconds: Number.isSafeInteger(waitSeconds) ? waitSeconds : 0,
    results: resultElements.flatMap((line) => toRecordResult(line) ?? []),
    ...(receipt !== '' && { receipt }),
  };
}

/** Faults without a code of AEAT's are about the content if SOAP names the client as their cause. */
function toFaultError(fault: ParsedXmlElement): MessageRejectedError | UnusableResponseError {
  const reason = getChildText(fault, 'faultstring');
  const message = `AEAT refuses the message: ${reason}`;
  const faultCode = /Codigo\[(\d{1,9})\]/.exec(reason)?.[1];
  const code = faultCode === undefined ? undefined : Number(faultCode);
  const isContent =
    code === undefined
      ? /\bClient$/.test(getChildText(fault, 'faultcode'))
      : CONTENT_FAULT_CODES.has(code);
  return isContent ? new MessageRejectedError(message, code) : new UnusableResponseError(message);
}

const statesByAeatName = new Map<string, RecordResult['state']>([
  ['Correcto', 'accepted'],
  ['AceptadoConErrores', 'acceptedWithErrors'],
  ['Incorrecto', 'rejected'],
]);

function toRecordResult(resultElement: ParsedXmlElement): RecordResult | undefined {
  const identity = findChild(resultElement, 'IDFactura');
  const operation = findChild(resultElement, 'Operacion');
  const state = statesByAeatName.get(getChildText(resultElement, 'EstadoRegistro'));
  if (!identity || !operation || !state) return undefined;
  const sequence = Number(getChildText(resultElement, 'RefExterna') || NaN);
  const code = Number(getChildText(resultElement, 'CodigoErrorRegistro') || NaN);
  const error = getChildText(resultElement, 'DescripcionErrorRegistro');
  const duplicate = findChild(resultElement, 'RegistroDuplicado');
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
    ...(duplicate && { duplicateState: getChildText(duplicate, 'EstadoRegistroDuplicado') }),
  };
}
