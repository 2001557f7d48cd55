import { Injectable } from '@nestjs/common';
import { assertDerivable } from '../../../api/validation/schema-derivation';
import { Stores } from '../../../database';
import type { ImportCaller, ImportRecordType } from './import-record-type';
import { RecordImporter, type ImportDefinition } from './record-importer';

/** Removes a record with all that goes with it, as its operation does. */
export type RemoveRecord = (pId: string, caller: ImportCaller) => Promise<{ readonly id: number }>;

/** A service of records that can be removed. */
interface RemovableService {
  idOf(pId: string): Promise<{ readonly id: number }>;
  remove(id: number, caller: ImportCaller): Promise<{ readonly id: number }>;
}

/** The kinds of lines that the service takes. Each area registers its own when its module starts. */
@Injectable()
export class ImportRecordTypes {
  private readonly byName = new Map<string, ImportRecordType>();
  private readonly removals = new Map<string, RemoveRecord>();

  constructor(private readonly stores: Stores) {}

  /** @throws Error when there is one of that name */
  register<T extends object, S, E>(type: ImportRecordType<T> | ImportDefinition<T, S, E>): void {
    if (this.byName.has(type.type)) throw new Error(`Two kinds of lines are called ${type.type}`);
    this.byName.set(type.type, 'judge' in type ? new RecordImporter(this.stores, type) : type);
  }

  /** @throws Error when a DTO promises what no schema can keep, rather than when a line comes */
  assertDerivable(): void {
    for (const { dto } of this.byName.values()) assertDerivable(dto);
  }

  find(name: string): ImportRecordType | undefined {
    return this.byName.get(name);
  }

  /**
   * Registers how to remove records of a kind of the journal that were deleted in the store that lines come from.
   * @param remove throws NotFound
   */
  registerRemoval(kind: string, remove: RemoveRecord): void {
    this.removals.set(kind, remove);
  }

  /** The same for records that their service finds by pId and removes. */
  registerRemovable(kind: string, records: RemovableService): void {
    this.registerRemoval(kind, async (pId, caller) =>
      records.remove((await records.idOf(pId)).id, caller),
    );
  }

  /** Undefined: records of the kind are never removed. */
  findRemoval(kind: string): RemoveRecord | undefined {
    return this.removals.get(kind);
  }

  /** All of them, in the order of registration. */
  list(): ImportRecordType[] {
    return [...this.byName.values()];
  }

  /** Their names, in the order of registration. */
  listNames(): string[] {
    return [...this.byName.keys()];
  }
}
