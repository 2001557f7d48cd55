import { type DtoClass, Instant } from '../../api';
import type { Scope } from '../../core/scopes';
import type { Stores } from '../../database';
import { type Dated, datedRecords } from './change-times';
import type { Line, LineCaller, LineType, Outcome, Stored } from './line-type';

interface Timed {
  readonly updatedAt?: Date | null;
}

/** Lines that may say when their records were changed last: what takes those in is no change of theirs. */
export class DatedLines<T extends object> implements LineType<T & Timed> {
  readonly type: string;
  readonly dto: DtoClass<T & Timed>;
  readonly scope?: Scope;
  readonly isForOperator: boolean;
  readonly givesRights: boolean;
  readonly keyOf?: (value: T) => string | undefined;

  constructor(
    private readonly lines: LineType<T>,
    readonly dated: Dated,
    private readonly stores: Stores,
  ) {
    this.type = lines.type;
    this.dto = timed(lines.dto);
    this.isForOperator = lines.isForOperator ?? false;
    this.givesRights = lines.givesRights ?? false;
    if (lines.scope) this.scope = lines.scope;
    if (lines.keyOf) this.keyOf = lines.keyOf.bind(lines);
  }

  refersTo(value: T): readonly string[] {
    return this.lines.refersTo?.(value) ?? [];
  }

  async prepare(values: readonly T[], caller: LineCaller): Promise<void> {
    await this.lines.prepare?.(values, caller);
  }

  async store(lines: readonly Line<T & Timed>[], caller: LineCaller): Promise<Outcome[]> {
    const outcomes = await this.lines.store(lines.map(withoutTime), caller);
    const said = outcomes.flatMap((outcome, at) => {
      const time = lines[at]?.value.updatedAt;
      return time && outcome.result !== 'rejected' ? [{ at, outcome, time }] : [];
    });
    await this.date(said, outcomes);
    return outcomes;
  }

  /** Gives the records of lines the times that these say; one that has another time so far is changed. */
  private async date(
    said: readonly { readonly at: number; readonly outcome: Stored; readonly time: Date }[],
    outcomes: Outcome[],
  ): Promise<void> {
    const { loader, writer } = this.stores;
    const ids = said.map(({ outcome }) => outcome.id);
    const records = await datedRecords(loader, this.dated, ids);
    const times = new Map<number, Date>();
    for (const [place, { at, outcome, time }] of said.entries()) {
      const record = records[place];
      if (!record || record.updatedAt?.getTime() === time.getTime()) continue;
      times.set(record.id, time);
      if (outcome.result === 'unchanged') outcomes[at] = { ...outcome, result: 'updated' };
    }
    await writer.setEach(this.dated.entity, 'updatedAt', times);
  }
}

function withoutTime<T extends object>(line: Line<T & Timed>): Line<T> {
  const { updatedAt: _told, ...value } = line.value;
  return { ...line, value: value as T };
}

const dtos = new WeakMap<DtoClass, DtoClass>();

/** The DTO of lines with the time; one class for each. */
function timed<T extends object>(dto: DtoClass<T>): DtoClass<T & Timed> {
  const known = dtos.get(dto);
  if (known) return known as DtoClass<T & Timed>;
  const { name } = dto;
  const made = { [name]: class extends (dto as DtoClass) {} }[name] as DtoClass<T & Timed>;
  const description = 'When the record was changed last; absent: nothing is said of it';
  (Instant({ optional: true, description }) as PropertyDecorator)(
    made.prototype as object,
    'updatedAt',
  );
  dtos.set(dto, made);
  return made;
}
