import XmlBuilder from 'fast-xml-builder';
import type { EDocumentTerms, EDocumentSyntax } from './business-terms';
import { buildElements, type ElementBinding, type XmlElement } from './element-binding';
import { crossIndustryInvoice } from './cii';
import { toUblDocument } from './ubl';

const xmlBuilder = new XmlBuilder({
  attributeNamePrefix: '@',
  textNodeName: '#',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
});

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a structured invoice as XML. Equal terms always give the same text. */
export function writeXml(document: EDocumentTerms, syntax: EDocumentSyntax): string {
  const root: ElementBinding = syntax === 'ubl' ? toUblDocument(document) : crossIndustryInvoice;
  const content: XmlElement = buildElements([root], document.terms);
  return XML_DECLARATION + xmlBuilder.build(content);
}
