export type { EDocument, BusinessTermGroup, Syntax, BusinessTerm } from './business-terms';
export { writeXml } from './write-xml';
