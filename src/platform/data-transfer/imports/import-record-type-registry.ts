import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, listDecoratedProviders } from '../../../api';
import { assertSchemaDerivable } from '../../../api/validation/schema-derivation';
import { DataAccess } from '../../../database';
import type { ImportCaller, ImportRecordType } from './import-record-type';
import { RecordImporter, type ImportDefinition } from './record-importer';

/** Removes a record with its parts, like the operation that deletes the record. */
export type RecordRemover = (pId: string, caller: ImportCaller) => Promise<{ readonly id: number }>;

/** Updates the index by which `q` finds a record, after its pId has changed. */
export type RecordReindexer = (id: number) => Promise<void>;

/** A service whose records can be removed. */
interface RecordRemovalService {
  getIdByPid(pId: string): Promise<{ readonly id: number }>;
  remove(id: number, caller: ImportCaller): Promise<{ readonly id: number }>;
  /** Absent if `q` doesn't search the records. */
  reindex?(id: number): Promise<void>;
}

/** Adds record types to imports, and ways to remove records. */
export interface ImportTypeRegistrar {
  /** Called once, when the service starts. */
  registerImportTypes(types: ImportRecordTypeRegistry): void;
}

/** Marks a provider that registers record types. */
export const ImportTypeRegistrar = createProviderDecorator<ImportTypeRegistrar>();

/** The record types that the import accepts, from the registrars of all modules. */
@Injectable()
export class ImportRecordTypeRegistry implements OnModuleInit {
  private readonly byName = new Map<string, ImportRecordType>();
  private readonly removals = new Map<string, RecordRemover>();
  private readonly reindexings = new Map<string, RecordReindexer>();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const registrar of listDecoratedProviders(this.discovery, ImportTypeRegistrar))
      registrar.registerImportTypes(this);
  }

  /**
   * @param options.remover removes records that were deleted in the exporting store; the type is their kind
   * @throws Error if the type is already registered
   */
  register<T extends object, S, E>(
    type: ImportRecordType<T> | ImportDefinition<T, S, E>,
    { remover }: { readonly remover?: RecordRemovalService } = {},
  ): void {
    if (this.byName.has(type.type))
      throw new Error(`The record type ${type.type} is registered twice`);
    this.byName.set(
      type.type,
      'compareWithStored' in type ? new RecordImporter(this.dataAccess, type) : type,
    );
    if (!remover) return;
    this.registerRemoval(type.type, async (pId, caller) =>
      remover.remove((await remover.getIdByPid(pId)).id, caller),
    );
    this.registerReindexing(type.type, async (id) => remover.reindex?.(id));
  }

  /** @throws Error if a DTO has no schema, so that this is noticed at startup */
  assertSchemasDerivable(): void {
    for (const { dto } of this.byName.values()) assertSchemaDerivable(dto);
  }

  find(name: string): ImportRecordType | undefined {
    return this.byName.get(name);
  }

  /**
   * Registers how to remove records of a kind of journal entries that were deleted in the exporting store.
   * @param remove throws NotFound
   */
  registerRemoval(kind: string, remove: RecordRemover): void {
    this.removals.set(kind, remove);
  }

  /** @returns undefined if records of the kind are never removed */
  findRemover(kind: string): RecordRemover | undefined {
    return this.removals.get(kind);
  }

  /** Registers how to update the search index for records of a kind of journal entries that are renamed. */
  registerReindexing(kind: string, reindex: RecordReindexer): void {
    this.reindexings.set(kind, reindex);
  }

  /** @returns undefined if `q` doesn't search records of the kind */
  findReindexer(kind: string): RecordReindexer | undefined {
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
