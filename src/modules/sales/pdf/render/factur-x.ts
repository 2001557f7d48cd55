import { ParseSpeeds, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/** Name and description of the embedded file, prescribed by Factur-X 1.0 (ZUGFeRD 2). */
export const facturXFile = { name: 'factur-x.xml', description: 'Factur-X invoice' } as const;

const FACTUR_X_NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const CONFORMANCE_LEVEL = 'EN 16931';

/** Start of the extension schemas in Typst's XMP. */
const SCHEMAS_START = '<pdfaExtension:schemas><rdf:Bag>';

const xmpProperties = [
  ['DocumentFileName', 'The name of the embedded XML document', facturXFile.name],
  ['DocumentType', 'The type of the hybrid document', 'INVOICE'],
  ['Version', 'The version of the standard', '1.0'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document', CONFORMANCE_LEVEL],
] as const;

/**
 * Adds the metadata of Factur-X to the XMP of a PDF/A-3.
 * @param pdf file with the embedded invoice
 * @returns the file with the metadata
 */
export async function addFacturXMetadata(pdf: Buffer): Promise<Buffer> {
  // Without yielding, because the process has no other work.
  const loadOptions = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
  const document = await PDFDocument.load(pdf, loadOptions);
  const { catalog, context } = document;
  const stream = catalog.lookup(PDFName.of('Metadata'));
  if (!(stream instanceof PDFRawStream)) throw new Error('The PDF/A has no metadata');
  const xmp = Buffer.from(stream.getContents()).toString();
  if (!xmp.includes(SCHEMAS_START)) throw new Error('The PDF/A has no extension schemas');
  const extendedXmp = xmp
    .replace(SCHEMAS_START, () => SCHEMAS_START + toExtensionSchema())
    .replace('</rdf:RDF>', () => `${toPropertyValues()}</rdf:RDF>`);
  const entries = { Type: 'Metadata', Subtype: 'XML' };
  catalog.set(
    PDFName.of('Metadata'),
    context.register(context.stream(Buffer.from(extendedXmp), entries)),
  );
  return Buffer.from(await document.save({ useObjectStreams: false, objectsPerTick: Infinity }));
}

/** Returns the XMP properties of the embedded invoice. */
function toPropertyValues(): string {
  const elements = xmpProperties.map(([name, , value]) => `<fx:${name}>${value}</fx:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X_NAMESPACE}">${elements.join('')}</rdf:Description>`;
}

/** Returns the extension schema of the properties, which PDF/A requires. */
function toExtensionSchema(): string {
  const propertyDefinitions = xmpProperties.map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      '<pdfaProperty:valueType>Text</pdfaProperty:valueType>' +
      '<pdfaProperty:category>external</pdfaProperty:category>' +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return (
    '<rdf:li rdf:parseType="Resource">' +
    '<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
    `<pdfaSchema:namespaceURI>${FACTUR_X_NAMESPACE}</pdfaSchema:namespaceURI>` +
    '<pdfaSchema:prefix>fx</pdfaSchema:prefix>' +
    `<pdfaSchema:property><rdf:Seq>${propertyDefinitions.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
  );
}
