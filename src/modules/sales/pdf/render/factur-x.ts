import type PDFDocument from 'pdfkit';
import type { PdfModel } from '../pdf-model';
import { onOneLine } from './printable';

type Document = InstanceType<typeof PDFDocument>;

/** A PDF/A-3: pdfkit writes its output intent and the version of its kind by itself. */
export const archivable: PDFKit.PDFDocumentOptions = { pdfVersion: '1.7', subset: 'PDF/A-3b' };

/** The file's name and place in the XMP are those of Factur-X 1.0 (ZUGFeRD 2). */
const FILE_NAME = 'factur-x.xml';
const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const LEVEL = 'EN 16931';

const properties = [
  ['DocumentFileName', 'The name of the embedded XML document', FILE_NAME],
  ['DocumentType', 'The type of the hybrid document', 'INVOICE'],
  ['Version', 'The version of the standard', '1.0'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document', LEVEL],
] as const;

/** Puts an invoice as CII into its PDF, and says so where readers of Factur-X look. */
export function holdInvoice(document: Document, invoice: string, model: PdfModel): void {
  const changedAt = new Date(model.changedAt);
  // The types of pdfkit don't know what AFRelationship is made of.
  const attachment: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Factur-X invoice',
    creationDate: changedAt,
    modifiedDate: changedAt,
    relationship: 'Alternative',
  };
  document.file(Buffer.from(invoice), attachment);
  document.appendXML(descriptionOf(model));
  document.appendXML(facturX());
}

/** pdfkit writes what a document is called into the XMP as it stands, so it is said here alone. */
function descriptionOf({ title, number, author, subject, changedAt }: PdfModel): string {
  const item = (text: string): string => `<rdf:li>${escaped(text)}</rdf:li>`;
  const alternative = (text: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  const modified = `${new Date(changedAt).toISOString().slice(0, -'.000Z'.length)}Z`;
  return `
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>${alternative(`${title} ${number}`)}</dc:title>
      <dc:creator><rdf:Seq>${item(author)}</rdf:Seq></dc:creator>
      <dc:description>${alternative(subject)}</dc:description>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
      <xmp:ModifyDate>${modified}</xmp:ModifyDate>
    </rdf:Description>`;
}

/** What kind of invoice is embedded, and the schema that says so, which PDF/A wants to be explained. */
function facturX(): string {
  const values = properties.map(([name, , value]) => `<fx:${name}>${value}</fx:${name}>`);
  const explained = properties.map(
    ([name, description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      '<pdfaProperty:valueType>Text</pdfaProperty:valueType>' +
      '<pdfaProperty:category>external</pdfaProperty:category>' +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return `
    <rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">${values.join('')}</rdf:Description>
    <rdf:Description rdf:about=""
      xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq>${explained.join('')}</rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return onOneLine(text).replace(/[&<>]/g, (one) => entities[one] ?? one);
}
