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

/** Returns the faults of XML texts by one of AEAT's schemas, all in one run: each run loads the schemas. */
async function findFaults(texts: readonly string[], schema: string): Promise<string[]> {
  if (texts.length === 0) return [];
  const { errors } = await validateXML({
    xml: texts.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    schema: [load(schema)],
    preload: names.filter((name) => name !== schema).map(load),
    maxMemoryPages: 2 * memoryPages.MiB * 64,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** Faults of messages, which are the bodies of SOAP envelopes. */
export async function findMessageFaults(envelopes: readonly string[]): Promise<string[]> {
  const bodies = envelopes.map(
    (envelope) =>
      /<sfLR:RegFactuSistemaFacturacion[\s\S]*<\/sfLR:RegFactuSistemaFacturacion>/.exec(
        envelope,
      )?.[0],
  );
  const found = bodies.filter((body) => body !== undefined);
  const missing = bodies.flatMap((body) => (body === undefined ? ['no message'] : []));
  return [...missing, ...(await findFaults(found, 'SuministroLR.xsd'))];
}

/** Faults of answers, without their envelopes. */
export function findAnswerFaults(answers: readonly string[]): Promise<string[]> {
  return findFaults(answers, 'RespuestaSuministro.xsd');
}
