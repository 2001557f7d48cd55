import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderMark, listMarkedProviders } from '../../../api';
import { assertDerivable } from '../../../api/validation/schema-derivation';
import { Stores } from '../../../database';
import type { ImportCaller, ImportRecordType } from './import-record-type';
import { RecordImporter, type ImportDefinition } from './record-importer';

/** Removes a record with its parts, like its operation. */
export type RemoveRecord = (pId: string, caller: ImportCaller) => Promise<{ readonly id: number }>;

/** Updates the index by which `q` finds a record, after its pId has changed. */
export type ReindexRecord = (id: number) => Promise<void>;

/** A service whose records can be removed. */
interface RemovableService {
  idOf(pId: string): Promise<{ readonly id: number }>;
  remove(id: number, caller: ImportCaller): Promise<{ readonly id: number }>;
  /** Absent if `q` doesn't search the records. */
  reindex?(id: number): Promise<void>;
}

/** Adds record types to imports, and ways to remove records. */
export interface ImportSource {
  /** Called once, when the service starts. */
  registerImports(types: ImportRecordTypes): void;
}

/** Marks a provider as a source of record types. */
export const ImportSource = createProviderMark<ImportSource>();

/** The record types that the import accepts, from the sources of all modules. */
@Injectable()
export class ImportRecordTypes implements OnModuleInit {
  private readonly byName = new Map<string, ImportRecordType>();
  private readonly removals = new Map<string, RemoveRecord>();
  private readonly reindexings = new Map<string, ReindexRecord>();

  constructor(
    private readonly stores: Stores,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const source of listMarkedProviders(this.discovery, ImportSource))
      source.registerImports(this);
  }

  /**
   * @param records service that removes records that were deleted in the exporting store; the type is their kind
   * @throws Error if the type is already registered
   */
  register<T extends object, S, E>(
    type: ImportRecordType<T> | ImportDefinition<T, S, E>,
    records?: RemovableService,
  ): void {
    if (this.byName.has(type.type))
      throw new Error(`The record type ${type.type} is registered twice`);
    this.byName.set(
      type.type,
      'compareWithStored' in type ? new RecordImporter(this.stores, type) : type,
    );
    if (!records) return;
    this.registerRemoval(type.type, async (pId, caller) =>
      records.remove((await records.idOf(pId)).id, caller),
    );
    this.registerReindexing(type.type, async (id) => records.reindex?.(id));
  }

  /** @throws Error if a DTO has no schema, so that this is noticed at startup */
  assertDerivable(): void {
    for (const { dto } of this.byName.values()) assertDerivable(dto);
  }

  find(name: string): ImportRecordType | undefined {
    return this.byName.get(name);
  }

  /**
   * Registers how to remove records of a kind of journal entries that were deleted in the exporting store.
   * @param remove throws NotFound
   */
  registerRemoval(kind: string, remove: RemoveRecord): void {
    this.removals.set(kind, remove);
  }

  /** @returns undefined if records of the kind are never removed */
  findRemoval(kind: string): RemoveRecord | undefined {
    return this.removals.get(kind);
  }

  /** Registers how to update the search index for records of a kind of journal entries that are renamed. */
  registerReindexing(kind: string, reindex: ReindexRecord): void {
    this.reindexings.set(kind, reindex);
  }

  /** @returns undefined if `q` doesn't search records of the kind */
  findReindexing(kind: string): ReindexRecord | undefined {
    return this.reindexings.get(kind);
  }

  /** Returns all types, by their names. */
  list(): ImportRecordType[] {
    return this.listNames().map((name) => this.byName.get(name) as ImportRecordType);
  }

  /** Returns the names of all types, in alphabetical order. */
  listNames(): string[] {
    return [...this.byName.keys()].sort();
  }
}
