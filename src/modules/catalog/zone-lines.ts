import { defineError } from '../../core/errors';
import type { Stores } from '../../database';
import { type Line, type Outcome, rejection } from '../intake';
import type { Catalog } from './catalog';
import { ZoneLineDto } from './catalog.dto';
import { type Columns, RecordLines } from './record-lines';
import { Zone, zoneSearch } from './zone.entity';

/** 422: a zone would stand inside itself. */
const ZoneInsideItself = defineError<{ pId: string }>({
  code: 'zone.insideItself',
  status: 422,
  title: 'A zone would stand inside itself',
  remedy: 'Name another parent.',
  detail: ({ pId }) =>
    `The parent of the zone ${JSON.stringify(pId)} is the zone itself, or inside it.`,
  pointer: () => '/parent',
});

/** Zones: like the other records, but one can be part of another that stands before it. */
export class ZoneLines extends RecordLines<ZoneLineDto, Zone> {
  constructor(
    stores: Stores,
    private readonly catalog: Catalog,
  ) {
    super(stores, {
      type: 'zone',
      dto: ZoneLineDto,
      entity: Zone,
      search: zoneSearch,
      columns: (value) => columnsOf(value, null),
    });
  }

  refersTo({ parent }: ZoneLineDto): readonly string[] {
    return parent?.pId === undefined ? [] : [parent.pId];
  }

  override async store(lines: readonly Line<ZoneLineDto>[]): Promise<Outcome[]> {
    const given = lines.flatMap(({ value: { parent } }) => (parent ? [parent] : []));
    const parents = await this.catalog.resolve('zone', given);
    const outcomes: (Outcome | undefined)[] = [];
    const rows: Columns<Zone>[] = [];
    for (const [index, { value }] of lines.entries()) {
      const parent = value.parent && parents.find(value.parent, '/parent');
      if (parent instanceof Error) outcomes[index] = rejection(parent);
      else rows.push(columnsOf(value, parent?.id ?? null));
    }
    const stored = await this.storeRows(rows);
    return lines.map((_, index) => outcomes[index] ?? (stored.shift() as Outcome));
  }

  /** One after the other, so that each sees the parents that those before it have got. */
  protected override async update(stored: Zone, columns: Columns<Zone>): Promise<void> {
    if (columns.parentId !== stored.parentId) await this.refuseCycle(stored, columns.parentId);
    await super.update(stored, columns);
  }

  private async refuseCycle({ id, pId }: Zone, parentId: number | null): Promise<void> {
    const seen = new Set<number>();
    for (let above = parentId; above !== null && !seen.has(above);) {
      if (above === id) throw new ZoneInsideItself({ pId });
      seen.add(above);
      // It stays as it is until the unit of work ends: otherwise it could be put below this one at the same time.
      await this.stores.writer.lock(Zone, [above]);
      const [zone] = await this.catalog.byIds('zone', [above]);
      above = zone?.parentId ?? null;
    }
  }
}

function columnsOf(
  { pId, name, countryCode }: ZoneLineDto,
  parentId: number | null,
): Columns<Zone> {
  return { pId, name, countryCode, parentId };
}
