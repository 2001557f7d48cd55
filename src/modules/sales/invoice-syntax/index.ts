export type { EDocument, Group, Syntax, BusinessTerm } from './business-terms';
export { writeXml } from './write-xml';
