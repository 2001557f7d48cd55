import { OneOf, PublicId, Reference, type ReferenceDto } from '../../../api';
import { NotFound } from '../../../core/errors';
import { type EntityClass, whereEquals, type DataAccess } from '../../../database';
import { Tag } from '../../../modules/custom-tags';
import type {
  RemovalReplayKind,
  ImportRecord,
  ImportCaller,
  ImportRecordType,
  ImportRecordTypeRegistry,
  ImportOutcome,
} from '../imports';
import { removalReplayKinds } from './export-sources';

const deletableKinds = removalReplayKinds.filter(({ removal }) => typeof removal === 'string');
const renamableKinds = new Map(
  removalReplayKinds.filter(({ renaming }) => renaming === 'pId').map((one) => [one.kind, one]),
);

class DeletedImportDto {
  @OneOf(deletableKinds.map(({ kind }) => kind), {
    description: 'Kind of the record, as in the journal',
  })
  kind!: string;

  @PublicId({ refersToStoredData: true })
  pId!: string;
}

class RenamedImportDto {
  @OneOf([...renamableKinds.keys()], { description: 'Kind of the record, as in the journal' })
  kind!: string;

  @PublicId({ description: 'Former pId' })
  pId!: string;

  @PublicId({ description: 'New pId' })
  to!: string;

  @Reference({ optional: true, description: 'The tag of a tagValue' })
  tag?: ReferenceDto | null;

  @PublicId({
    optional: true,
    description: 'Temporary pId of a record that still has the new one, until it is deleted',
  })
  displaced?: string | null;
}

/** Imports deletions. Records are removed in the same way as by the operations that delete them. */
export class DeletedRecordImporter implements ImportRecordType<DeletedImportDto> {
  readonly type = 'deleted';
  readonly dto = DeletedImportDto;
  readonly scope = '*';

  constructor(
    private readonly importRecordTypes: ImportRecordTypeRegistry,
    private readonly dataAccess: DataAccess,
  ) {}

  getKey({ kind, pId }: DeletedImportDto): string {
    return JSON.stringify([kind, pId]);
  }

  async store(
    records: readonly ImportRecord<DeletedImportDto>[],
    caller: ImportCaller,
  ): Promise<ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    for (const { value } of records) outcomes.push(await this.remove(value, caller));
    return outcomes;
  }

  async dryRun(records: readonly ImportRecord<DeletedImportDto>[]): Promise<ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    for (const { value } of records) {
      const { entity, where = [] } = removalReplayKinds.find(
        ({ kind }) => kind === value.kind,
      ) as RemovalReplayKind;
      const [id] = await this.dataAccess.loader.listIds(entity, [
        ...where,
        whereEquals('pId', value.pId),
      ]);
      outcomes.push(id === undefined ? { result: 'unchanged', id: 0 } : { result: 'updated', id });
    }
    return outcomes;
  }

  private async remove(
    { kind, pId }: DeletedImportDto,
    caller: ImportCaller,
  ): Promise<ImportOutcome> {
    const remove = this.importRecordTypes.findRemover(kind);
    if (!remove) throw new Error(`No removal is registered for the kind ${kind}`);
    try {
      return { result: 'updated', id: (await remove(pId, caller)).id };
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return { result: 'unchanged', id: 0 };
    }
  }
}

/** Imports changes of pIds. */
export class RenamedRecordImporter implements ImportRecordType<RenamedImportDto> {
  readonly type = 'renamed';
  readonly dto = RenamedImportDto;
  readonly scope = '*';

  constructor(
    private readonly importRecordTypes: ImportRecordTypeRegistry,
    private readonly dataAccess: DataAccess,
  ) {}

  getKey({ kind, pId, tag }: RenamedImportDto): string {
    return JSON.stringify([kind, tag ?? null, pId]);
  }

  async store(
    records: readonly ImportRecord<RenamedImportDto>[],
    { isDryRun = false }: ImportCaller,
  ): Promise<ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    for (const { value } of records) outcomes.push(await this.rename(value, isDryRun));
    return outcomes;
  }

  dryRun(
    records: readonly ImportRecord<RenamedImportDto>[],
    caller: ImportCaller,
  ): Promise<ImportOutcome[]> {
    return this.store(records, caller);
  }

  private async rename(
    { kind, pId, to, tag, displaced }: RenamedImportDto,
    isDryRun: boolean,
  ): Promise<ImportOutcome> {
    const { loader } = this.dataAccess;
    const { entity, where } = await this.getUniquenessScope(kind, tag);
    const target = entity as EntityClass<{ id: number; pId: string }>;
    const [id = 0] = await loader.listIds(target, [...where, whereEquals('pId', pId)]);
    if (id === 0) return { result: 'unchanged', id };
    if (isDryRun) return { result: 'updated', id };
    const [displacedId] = displaced
      ? await loader.listIds(target, [...where, whereEquals('pId', to)])
      : [];
    if (displaced && displacedId !== undefined)
      await this.setPId(kind, target, displacedId, displaced);
    await this.setPId(kind, target, id, to);
    return { result: 'updated', id };
  }

  private async setPId(
    kind: string,
    entity: EntityClass<{ id: number; pId: string }>,
    id: number,
    pId: string,
  ): Promise<void> {
    await this.dataAccess.writer.update(entity, id, { pId });
    await this.importRecordTypes.findReindexer(kind)?.(id);
  }

  /** Returns the records among which a pId must be unique. */
  private async getUniquenessScope(
    kind: string,
    tag: ReferenceDto | null | undefined,
  ): Promise<Required<Pick<RemovalReplayKind, 'entity' | 'where'>>> {
    const { entity, where = [] } = renamableKinds.get(kind) as RemovalReplayKind;
    if (kind !== 'tagValue') return { entity, where };
    const [tagId = 0] = await this.dataAccess.loader.listIds(Tag, [
      whereEquals('pId', tag?.pId ?? ''),
    ]);
    return { entity, where: [whereEquals('tagId', tagId)] };
  }
}
