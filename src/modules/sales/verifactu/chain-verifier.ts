import { Injectable } from '@nestjs/common';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { whereEquals, whereAtLeast, whereAtMost, DataAccess } from '../../../database';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { hashRecord } from './record-hash';
import { parseRecord } from './parse-record';

/** Records that are read at once: parsing them takes less than 50 ms. */
const RECORDS_PER_READ = 100;

const chainPlan = createLoadPlan(VerifactuChain, [
  'taxNumber',
  'mode',
  'installation',
  'isOpen',
  'createdAt',
  'last',
  'stopped',
  'lastError',
]);
const verifiedRecordPlan = createLoadPlan(VerifactuRecord, [
  'sequence',
  'taxNumber',
  'number',
  'issuedOn',
  'generatedAt',
  'hash',
  'xml',
]);

type RecordToVerify = Loaded<typeof verifiedRecordPlan>;

/** Where a chain breaks first. */
export interface ChainBreak {
  readonly sequence: number;
  /** Id of the record; 0 if it is missing. */
  readonly recordId: number;
  readonly reason: string;
}

/** A chain that was recomputed. */
export interface VerifiedChain extends Loaded<typeof chainPlan> {
  readonly records: number;
  readonly firstBreak: ChainBreak | undefined;
}

/** Recomputes chains from the XML of their records. */
@Injectable()
export class ChainVerifier {
  constructor(private readonly dataAccess: DataAccess) {}

  /** Recomputes all chains, some records at a time, each as far as its first break. */
  async verifyAll(): Promise<VerifiedChain[]> {
    const chains = await this.dataAccess.loader.listWhere(VerifactuChain, [], chainPlan);
    const checked: VerifiedChain[] = [];
    for (const chain of chains) checked.push(await this.verifyChain(chain));
    return checked;
  }

  private async verifyChain(chain: Loaded<typeof chainPlan>): Promise<VerifiedChain> {
    let previous: RecordToVerify | undefined;
    let records = 0;
    for (let from = 1; from <= chain.last; from += RECORDS_PER_READ) {
      const to = Math.min(from + RECORDS_PER_READ - 1, chain.last);
      const batch = await this.readRecords(chain.id, from, to);
      await yieldToEventLoop();
      for (const record of batch) {
        const firstBreak = findBreak(record, previous, records + 1);
        if (firstBreak) return { ...chain, records, firstBreak };
        previous = record;
        records += 1;
      }
    }
    if (records === chain.last) return { ...chain, records, firstBreak: undefined };
    const reason = 'The record is missing';
    return { ...chain, records, firstBreak: { sequence: records + 1, recordId: 0, reason } };
  }

  private async readRecords(chainId: number, from: number, to: number): Promise<RecordToVerify[]> {
    const rangeConditions = [
      whereEquals('chainId', chainId),
      whereAtLeast('sequence', from),
      whereAtMost('sequence', to),
    ];
    const found = await this.dataAccess.loader.listWhere(
      VerifactuRecord,
      rangeConditions,
      verifiedRecordPlan,
    );
    return [...found].sort((one, other) => one.sequence - other.sequence);
  }
}

/** @param sequence the expected one */
function findBreak(
  record: RecordToVerify,
  previous: RecordToVerify | undefined,
  sequence: number,
): ChainBreak | undefined {
  if (record.sequence !== sequence) {
    return { sequence, recordId: 0, reason: 'The record is missing' };
  }
  const reason = findInconsistency(record, previous);
  return reason === undefined ? undefined : { sequence, recordId: record.id, reason };
}

function findInconsistency(
  record: RecordToVerify,
  previous: RecordToVerify | undefined,
): string | undefined {
  const parsed = parseRecord(record.xml);
  if (!parsed) return "The XML can't be read";
  const { hash, number, taxNumber, issuedOn, generatedAt } = parsed;
  const isSame =
    hash === record.hash &&
    number === record.number &&
    taxNumber === record.taxNumber &&
    issuedOn === record.issuedOn &&
    generatedAt === record.generatedAt;
  if (!isSame) return 'The columns and the XML differ';
  if (hashRecord(parsed) !== hash) return 'The hash is not that of the content';
  if (parsed.previousHash !== (previous?.hash ?? ''))
    return 'The hash of the previous record differs';
  const isNext = previous
    ? parsed.previous?.number === previous.number && parsed.previous.issuedOn === previous.issuedOn
    : parsed.isFirst;
  return isNext ? undefined : 'The previous record is a different one';
}
