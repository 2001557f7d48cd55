import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../config/configuration';
import type { DomainError } from '../../../../core/errors';
import { getYearInZone } from '../../../../core/instant';
import { createLoadPlan } from '../../../../core/load-plan';
import { toSortKey } from '../../../../core/text-folding';
import { whereEquals, whereIn, increment, DataAccess, isViolationOf } from '../../../../database';
import { CatalogDependent, type HeadquarterSeries } from '../../../../platform/catalog';
import { type DocumentKind, documentTypes, type SeriesKind, seriesTypes } from '../document-kinds';
import { SalesDocument } from '../entities/document.entity';
import { DocumentNumberTaken } from '../writing/uniqueness-errors';
import { NumberSeries } from './number-series.entity';
import { getSeriesFormat, type SeriesFormat } from './series-format';

/** A request for the next number of a series. */
export interface NumberRequest {
  readonly kind: SeriesKind;
  readonly headquarter: {
    readonly id: number;
    readonly series: readonly HeadquarterSeries[] | undefined;
  };
  /** Date of the document; the series is that of its calendar year in the store's time zone. */
  readonly date: Date;
}

/** The number columns of a document. */
export interface NumberColumns extends Pick<
  SalesDocument,
  'documentNumberFolded' | 'prefix' | 'suffix' | 'serial'
> {
  readonly documentNumber: string;
}

/** A number that a client supplies; unique within type and headquarter. */
interface SuppliedNumber {
  readonly headquarterId: number;
  readonly documentNumber: string;
}

/** Whether the number has yet to be generated. */
export function isNumberRequest(number: NumberColumns | NumberRequest): number is NumberRequest {
  return 'kind' in number;
}

interface Series extends SeriesFormat {
  readonly seriesType: number;
  /** The type of its documents. */
  readonly type: number;
  readonly headquarterId: number;
  readonly year: number;
}

/** Identifies a series. */
type SeriesKey = Pick<NumberSeries, 'type' | 'headquarterId' | 'year'>;

/** How many numbers the search for free ones checks with one query. */
const NUMBERS_PER_QUERY = 256;

const lastSerialPlan = createLoadPlan(NumberSeries, ['last']);
const yearPlan = createLoadPlan(NumberSeries, ['year']);
const numberPlan = createLoadPlan(SalesDocument, ['headquarterId', 'documentNumber']);

/** Generates document numbers, from one series for each type, headquarter and calendar year. */
@Injectable()
@CatalogDependent()
export class DocumentNumbers implements CatalogDependent {
  /** A document's number belongs to a series of its headquarter. */
  readonly catalogReferrer = {
    kinds: ['headquarter'],
    entity: SalesDocument,
    property: 'headquarterId',
  } as const;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Takes the next number of its series for each request, in order, with one UPDATE for each series.
   * Needs a unit of work: when it is rolled back, so is the counter, and numbers have no gaps. On MySQL
   * the series stays locked until the unit of work ends, so take numbers as late as possible.
   */
  async allocate(
    requests: readonly NumberRequest[],
  ): Promise<ReadonlyMap<NumberRequest, NumberColumns>> {
    const groups = new Map<string, { series: Series; requests: NumberRequest[] }>();
    for (const request of requests) {
      const series = this.toSeries(request);
      const key = `${series.seriesType}/${series.headquarterId}/${series.year}`;
      const group = groups.get(key);
      if (group) group.requests.push(request);
      else groups.set(key, { series, requests: [request] });
    }
    const numberByRequest = new Map<NumberRequest, NumberColumns>();
    // Series of different years generate equal numbers when the headquarter's prefix lacks the year.
    const allocated = new Set<string>();
    for (const { series, requests: seriesRequests } of groups.values()) {
      const serials = await this.allocateFrom(series, seriesRequests.length, allocated);
      for (const [at, request] of seriesRequests.entries()) {
        numberByRequest.set(request, toGeneratedNumber(series, serials[at] as number));
      }
      for (const serial of serials) allocated.add(toNumberKey(series, serial));
    }
    return numberByRequest;
  }

  /**
   * Looks up stored documents that already use supplied numbers.
   * @returns a function that returns the id of the document with a number; undefined when the number is free
   */
  private async createIdLookup(
    kind: DocumentKind,
    supplied: readonly SuppliedNumber[],
  ): Promise<(number: SuppliedNumber) => number | undefined> {
    const numbers = [...new Set(supplied.map(({ documentNumber }) => documentNumber))];
    const conditions = [
      whereEquals('type', documentTypes[kind]),
      // Redundant for the result, but the index starts with this column.
      whereIn('headquarterId', [...new Set(supplied.map(({ headquarterId }) => headquarterId))]),
      whereIn('documentNumber', numbers),
    ];
    const found = await this.dataAccess.loader.listWhere(SalesDocument, conditions, numberPlan);
    const ids = new Map(
      found.map((one) => [`${one.headquarterId}/${String(one.documentNumber)}`, one.id]),
    );
    return ({ headquarterId, documentNumber }) => ids.get(`${headquarterId}/${documentNumber}`);
  }

  /**
   * Checks supplied numbers. A number is taken when a stored document of the kind has it, or when it was
   * checked before.
   * @param supplied all numbers that will be checked
   * @returns a function that returns an error when the number is taken
   */
  async createUniquenessCheck(
    kind: DocumentKind,
    supplied: readonly SuppliedNumber[],
  ): Promise<(number: SuppliedNumber) => DomainError | undefined> {
    const findId = await this.createIdLookup(kind, supplied);
    const seen = new Set<string>();
    return (number) => {
      const { headquarterId, documentNumber } = number;
      const id = findId(number);
      const key = `${headquarterId}/${documentNumber}`;
      if (id === undefined && !seen.has(key)) {
        seen.add(key);
        return undefined;
      }
      const conflict = { documentNumber, resource: kind };
      return new DocumentNumberTaken({ ...conflict, ...(id === undefined ? {} : { id }) });
    };
  }

  /**
   * Locks all series of a headquarter for these kinds until the unit of work ends. Missing series of this year and the
   * next one are created first. Until then, no number is allocated from the series.
   */
  async lockSeries(kinds: readonly SeriesKind[], headquarterId: number, now: Date): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const year = getYearInZone(now, this.configuration.storeTimeZone);
    for (const kind of kinds) {
      const type = seriesTypes[kind];
      const conditions = [whereEquals('type', type), whereEquals('headquarterId', headquarterId)];
      const existing = await loader.listWhere(NumberSeries, conditions, yearPlan);
      const years = new Set(existing.map((one) => one.year));
      for (const one of [year, year + 1]) {
        if (!years.has(one)) await this.createSeries({ type, headquarterId, year: one });
      }
      await writer.update(NumberSeries, conditions, { last: increment(0) });
    }
  }

  private toSeries({ kind, headquarter, date }: NumberRequest): Series {
    const year = getYearInZone(date, this.configuration.storeTimeZone);
    const format = getSeriesFormat(kind, headquarter, year);
    const type = documentTypes[kind === 'simplifiedInvoice' ? 'invoice' : kind];
    return { seriesType: seriesTypes[kind], type, headquarterId: headquarter.id, year, ...format };
  }

  /** @param allocated keys of numbers that were allocated in this call and are not stored yet */
  private async allocateFrom(
    series: Series,
    count: number,
    allocated: ReadonlySet<string>,
  ): Promise<number[]> {
    const isFree = (serial: number, stored: ReadonlySet<number>): boolean =>
      !stored.has(serial) && !allocated.has(toNumberKey(series, serial));
    const last = await this.advanceCounter(series, count);
    const first = last - count + 1;
    const serials = Array.from({ length: count }, (_, at) => first + at);
    const used = await this.findUsedSerials(series, serials);
    const free = serials.filter((serial) => isFree(serial, used));
    if (free.length === count) return serials;
    // Imported documents or another series use some of the numbers, so skip to the next free ones.
    for (let from = last + 1; free.length < count; from += NUMBERS_PER_QUERY) {
      const candidates = Array.from({ length: NUMBERS_PER_QUERY }, (_, at) => from + at);
      const usedCandidates = await this.findUsedSerials(series, candidates);
      const next = candidates.filter((serial) => isFree(serial, usedCandidates));
      free.push(...next.slice(0, count - free.length));
    }
    const { headquarterId, year } = series;
    const key = { type: series.seriesType, headquarterId, year };
    await this.dataAccess.writer.update(NumberSeries, key, {
      last: Math.max(last, ...free.slice(-1)),
    });
    return free;
  }

  /** Adds `count` to the series' counter. @returns the new last number */
  private async advanceCounter(series: Series, count: number): Promise<number> {
    const { seriesType: type, headquarterId, year } = series;
    const { loader, writer } = this.dataAccess;
    const key = { type, headquarterId, year };
    if ((await writer.update(NumberSeries, key, { last: increment(count) })) === 0) {
      await this.createSeries(key);
      await writer.update(NumberSeries, key, { last: increment(count) });
    }
    const conditions = [
      whereEquals('type', type),
      whereEquals('headquarterId', headquarterId),
      whereEquals('year', year),
    ];
    const [row] = await loader.listWhere(NumberSeries, conditions, lastSerialPlan);
    return Number(row?.last);
  }

  /** Creates the series of the key; needs a unit of work. */
  async createSeries(key: SeriesKey): Promise<void> {
    const { writer, unitOfWork } = this.dataAccess;
    try {
      await unitOfWork.runInSavepoint(() => writer.insert(NumberSeries, [{ ...key, last: 0 }]));
    } catch (error) {
      // Another request has created the series in the meantime.
      if (!isViolationOf(error, 'unique')) throw error;
    }
  }

  private async findUsedSerials(series: Series, serials: readonly number[]): Promise<Set<number>> {
    const texts = new Map(serials.map((serial) => [toNumberText(series, serial), serial]));
    const rows = await this.dataAccess.loader.listWhere(
      SalesDocument,
      [
        whereEquals('type', series.type),
        whereEquals('headquarterId', series.headquarterId),
        whereIn('documentNumber', [...texts.keys()]),
      ],
      numberPlan,
    );
    return new Set(rows.map(({ documentNumber }) => texts.get(documentNumber ?? '') ?? 0));
  }
}

/** Converts a supplied number to columns. Its trailing digits, if any, become the serial. */
export function toNumberColumns(documentNumber: string): NumberColumns {
  const digits = /\d+$/.exec(documentNumber)?.[0] ?? '';
  const serial = Number(digits);
  const isNumber = digits !== '' && Number.isSafeInteger(serial);
  return {
    documentNumber,
    documentNumberFolded: toSortKey(documentNumber),
    prefix: '',
    suffix: '',
    serial: isNumber ? serial : null,
  };
}

function toGeneratedNumber(series: Series, serial: number): NumberColumns {
  const { prefix, suffix } = series;
  const documentNumber = toNumberText(series, serial);
  return {
    documentNumber,
    documentNumberFolded: toSortKey(documentNumber),
    prefix,
    suffix,
    serial,
  };
}

/** Key of a number, unique within type and headquarter. */
function toNumberKey(series: Series, serial: number): string {
  return `${series.type}/${series.headquarterId}/${toNumberText(series, serial)}`;
}

function toNumberText({ prefix, suffix }: Series, serial: number): string {
  return `${prefix}${serial}${suffix}`;
}
