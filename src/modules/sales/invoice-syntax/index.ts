export type {
  EDocumentTerms,
  BusinessTermGroup,
  EDocumentSyntax,
  BusinessTerm,
} from './business-terms';
export { writeXml } from './write-xml';
