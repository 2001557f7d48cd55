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
import type { ChainBreak, CheckedChain } from './chain-verifier';
import type { Declaration } from './declaration';

type Submission = VerifactuSubmission;

/** A value of the submission; its default for a record that was not sent yet. */
function submissionField<P extends keyof Submission, W>(
  property: P,
  schema: { readonly type: string; readonly enum?: readonly string[] },
  read: (submission: Submission | undefined) => W,
): RecordField<VerifactuRecord, W> {
  return computedField<VerifactuRecord, W>({
    schema: () => ({ ...schema }) as never,
    serialize: ({ submissions }) => read(submissions[0]),
    needs: [],
    relations: { submissions: createLoadPlanForType<Submission>([property]) },
  });
}

const listedFields = {
  ATTEMPTS: submissionField('attempts', { type: 'number' }, (one) => one?.attempts ?? 0),
  CHAIN: numberField<VerifactuRecord>('chainId'),
  CORRECTS: numberField<VerifactuRecord>('correctsId'),
  CREATEDAT: instantField<VerifactuRecord>('createdAt'),
  DATE: stringField<VerifactuRecord>('issuedOn'),
  DOCUMENT: numberField<VerifactuRecord>('documentId'),
  ERROR: submissionField('error', { type: 'string' }, (one) => one?.error ?? ''),
  ERRORCODE: submissionField('errorCode', { type: 'number' }, (one) => one?.errorCode ?? 0),
  GENERATEDAT: stringField<VerifactuRecord>('generatedAt'),
  HASH: stringField<VerifactuRecord>('hash'),
  ID: numberField<VerifactuRecord>('id'),
  INVOICETYPE: stringField<VerifactuRecord>('invoiceType'),
  MODE: stringField<VerifactuRecord>('mode'),
  NUMBER: stringField<VerifactuRecord>('number'),
  OPERATION: computedField<VerifactuRecord, string>({
    schema: () => ({ type: 'string', enum: [...verifactuOperations] }),
    serialize: ({ operation }) => operation,
    needs: ['operation'],
  }),
  RECEIPT: submissionField('receipt', { type: 'string' }, (one) => one?.receipt ?? ''),
  SEQUENCE: numberField<VerifactuRecord>('sequence'),
  STATE: submissionField(
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

const breakValue = <P extends keyof ChainBreak>(name: P) => ({
  from: ({ firstBreak }: CheckedChain) => firstBreak?.[name],
  needs: [] as const,
});

/** A chain with its first break; SEQUENCE is 0 without one. */
export const checkedChainRecord = defineRecord<CheckedChain>()('verifactuChain', {
  BREAK: objectField({
    REASON: stringField<CheckedChain>(breakValue('reason')),
    RECORD: numberField<CheckedChain>(breakValue('recordId')),
    SEQUENCE: numberField<CheckedChain>(breakValue('sequence')),
  }),
  CREATEDAT: instantField<CheckedChain>('createdAt'),
  ID: numberField<CheckedChain>('id'),
  INSTALLATION: stringField<CheckedChain>('installation'),
  ISOPEN: booleanField<CheckedChain>({ from: ({ isOpen }) => isOpen === 1, needs: ['isOpen'] }),
  LASTERROR: stringField<CheckedChain>('lastError'),
  MODE: stringField<CheckedChain>('mode'),
  RECORDS: numberField<CheckedChain>('records'),
  STOPPED: stringField<CheckedChain>('stopped'),
  TAXNUMBER: stringField<CheckedChain>('taxNumber'),
});

/** The producer's declaration of responsibility. */
export const declarationRecord = defineRecord<Declaration>()('verifactuDeclaration', {
  BUILD: stringField<Declaration>('build'),
  ISDRAFT: booleanField<Declaration>('isDraft'),
  PRODUCER: objectField({
    NAME: stringField<Declaration>('producerName'),
    TAXID: stringField<Declaration>('producerTaxId'),
  }),
  SYSTEM: objectField({
    ID: stringField<Declaration>('systemId'),
    NAME: stringField<Declaration>('systemName'),
  }),
  TEXT: stringField<Declaration>('text'),
  VERSION: stringField<Declaration>('version'),
});
