import {
  booleanField,
  computedField,
  defineRecord,
  instantField,
  moneyField,
  numberField,
  objectField,
  type RecordField,
  stringField,
} from '../../../api';
import { createLoadPlanForType } from '../../../core/load-plan';
import { type SubmissionState, submissionStates } from '../documents/entities/verifactu-states';
import { type VerifactuRecord, verifactuOperations } from './entities/verifactu-record.entity';
import type { VerifactuSubmission } from './entities/verifactu-submission.entity';
import type { ChainBreak, VerifiedChain } from './chain-verifier';
import type { ResponsibilityDeclaration } from './responsibility-declaration';

type Submission = VerifactuSubmission;

/** A value of the submission; its default for a record that was not sent yet. */
function createSubmissionField<P extends keyof Submission, W>(
  property: P,
  schema: { readonly type: string; readonly enum?: readonly string[] },
  read: (submission: Submission | undefined) => W,
): RecordField<VerifactuRecord, W> {
  return computedField<VerifactuRecord, W>({
    schema: () => ({ ...schema }) as never,
    serialize: ({ submissions }) => read(submissions[0]),
    columns: [],
    relations: { submissions: createLoadPlanForType<Submission>([property]) },
  });
}

const listedFields = {
  ATTEMPTS: createSubmissionField('attempts', { type: 'number' }, (one) => one?.attempts ?? 0),
  CHAIN: numberField<VerifactuRecord>('chainId'),
  CORRECTS: numberField<VerifactuRecord>('correctsId'),
  CREATEDAT: instantField<VerifactuRecord>('createdAt'),
  DATE: stringField<VerifactuRecord>('issuedOn'),
  DOCUMENT: numberField<VerifactuRecord>('documentId'),
  ERROR: createSubmissionField('error', { type: 'string' }, (one) => one?.error ?? ''),
  ERRORCODE: createSubmissionField('errorCode', { type: 'number' }, (one) => one?.errorCode ?? 0),
  GENERATEDAT: stringField<VerifactuRecord>('generatedAt'),
  HASH: stringField<VerifactuRecord>('hash'),
  ID: numberField<VerifactuRecord>('id'),
  INVOICETYPE: stringField<VerifactuRecord>('invoiceType'),
  MODE: stringField<VerifactuRecord>('mode'),
  NUMBER: stringField<VerifactuRecord>('number'),
  OPERATION: computedField<VerifactuRecord, string>({
    schema: () => ({ type: 'string', enum: [...verifactuOperations] }),
    serialize: ({ operation }) => operation,
    columns: ['operation'],
  }),
  RECEIPT: createSubmissionField('receipt', { type: 'string' }, (one) => one?.receipt ?? ''),
  SEQUENCE: numberField<VerifactuRecord>('sequence'),
  STATE: createSubmissionField(
    'state',
    { type: 'string', enum: submissionStates },
    (one): SubmissionState => one?.state ?? 'pending',
  ),
  TAXNUMBER: stringField<VerifactuRecord>('taxNumber'),
  TAXTOTAL: moneyField<VerifactuRecord>('taxTotal'),
  TOTAL: moneyField<VerifactuRecord>('total'),
};

/** An invoicing record in lists. */
export const verifactuRecordItem = defineRecord<VerifactuRecord>()(
  'verifactuRecordItem',
  listedFields,
);

/** An invoicing record with its XML. */
export const verifactuRecordRecord = defineRecord<VerifactuRecord>()('verifactuRecord', {
  ...listedFields,
  XML: stringField<VerifactuRecord>('xml'),
});

const createBreakFieldOptions = <P extends keyof ChainBreak>(name: P) => ({
  compute: ({ firstBreak }: VerifiedChain) => firstBreak?.[name],
  columns: [] as const,
});

/** A chain with its first break; SEQUENCE is 0 without one. */
export const verifiedChainRecord = defineRecord<VerifiedChain>()('verifactuChain', {
  BREAK: objectField({
    REASON: stringField<VerifiedChain>(createBreakFieldOptions('reason')),
    RECORD: numberField<VerifiedChain>(createBreakFieldOptions('recordId')),
    SEQUENCE: numberField<VerifiedChain>(createBreakFieldOptions('sequence')),
  }),
  CREATEDAT: instantField<VerifiedChain>('createdAt'),
  ID: numberField<VerifiedChain>('id'),
  INSTALLATION: stringField<VerifiedChain>('installation'),
  ISOPEN: booleanField<VerifiedChain>({
    compute: ({ isOpen }) => isOpen === 1,
    columns: ['isOpen'],
  }),
  LASTERROR: stringField<VerifiedChain>('lastError'),
  MODE: stringField<VerifiedChain>('mode'),
  RECORDS: numberField<VerifiedChain>('records'),
  STOPPED: stringField<VerifiedChain>('stopped'),
  TAXNUMBER: stringField<VerifiedChain>('taxNumber'),
});

/** The producer's declaration of responsibility. */
export const responsibilityDeclarationRecord = defineRecord<ResponsibilityDeclaration>()(
  'verifactuDeclaration',
  {
    BUILD: stringField<ResponsibilityDeclaration>('build'),
    ISDRAFT: booleanField<ResponsibilityDeclaration>('isDraft'),
    PRODUCER: objectField({
      NAME: stringField<ResponsibilityDeclaration>('producerName'),
      TAXID: stringField<ResponsibilityDeclaration>('producerTaxId'),
    }),
    SYSTEM: objectField({
      ID: stringField<ResponsibilityDeclaration>('systemId'),
      NAME: stringField<ResponsibilityDeclaration>('systemName'),
    }),
    TEXT: stringField<ResponsibilityDeclaration>('text'),
    VERSION: stringField<ResponsibilityDeclaration>('version'),
  },
);
