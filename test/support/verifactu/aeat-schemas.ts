import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPages, validateXML } from 'xmllint-wasm';

const SIGNATURES = 'xmldsig-core-schema.xsd';
const names = ['SuministroInformacion.xsd', 'SuministroLR.xsd', SIGNATURES] as const;

function load(name: string) {
  const contents = readFileSync(join(__dirname, 'schemas', name), 'utf8');
  return {
    fileName: name,
    contents: contents.replace(
      'http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd',
      SIGNATURES,
    ),
  };
}

/** Returns the faults of an XML text by one of AEAT's schemas; none for a valid one. */
async function findFaults(xml: string, schema: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'message.xml', contents: xml }],
    schema: [load(schema)],
    preload: names.filter((name) => name !== schema).map(load),
    maxMemoryPages: 2 * memoryPages.MiB * 64,
  });
  return errors.map(({ message }) => message);
}

/** Faults of a message, which is the body of a SOAP envelope. */
export async function findMessageFaults(envelope: string): Promise<string[]> {
  const body = /<sfLR:RegFactuSistemaFacturacion[\s\S]*<\/sfLR:RegFactuSistemaFacturacion>/.exec(
    envelope,
  )?.[0];
  return body === undefined ? ['no message'] : findFaults(body, 'SuministroLR.xsd');
}

/** Faults of an answer, without its envelope. */
export function findAnswerFaults(answer: string): Promise<string[]> {
  return findFaults(answer, 'RespuestaSuministro.xsd');
}
