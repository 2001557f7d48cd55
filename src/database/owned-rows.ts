import type { Where } from './conditions';
import type { Entity } from './model';
import type { Stores } from './stores';

/** Rows that belong to one record and are written as a whole: its texts by language, for example. */
export class OwnedRows<E, K extends keyof E & string> {
  /** @param owner the property that holds the record's id */
  constructor(
    private readonly stores: Stores,
    private readonly entity: Entity<E>,
    private readonly owner: K,
  ) {}

  /** The rows of a record that has none yet; inside a unit of work. */
  async insert(ownerId: number, rows: readonly Partial<E>[]): Promise<void> {
    const owned = rows.map((row) => ({ ...row, [this.owner]: ownerId }));
    await this.stores.writer.insert(this.entity, owned);
  }

  /** Replaces the rows of a record; inside a unit of work. Absent rows: they stay as they are. */
  async replace(ownerId: number, rows: readonly Partial<E>[] | undefined): Promise<void> {
    if (!rows) return;
    await this.stores.writer.remove(this.entity, { [this.owner]: ownerId } as Where<E>);
    await this.insert(ownerId, rows);
  }
}
