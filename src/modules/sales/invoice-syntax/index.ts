export type { EDocument, Group, Syntax, Term } from './business-terms';
export { writeXml } from './write-xml';
