import { OneOf, PublicId, Reference, type ReferenceDto } from '../../api';
import { NotFound } from '../../core/errors';
import { type Entity, entityOfKind, is, type Stores } from '../../database';
import { Tag, TagValue } from '../custom-tags';
import type { Line, LineCaller, LineType, LineTypes, Outcome } from '../intake';

/** Kinds of the journal whose records operations delete, and rename. */
const kinds = ['tagGroup', 'tag', 'userGroup', 'user', 'news', 'definition', 'location'];
/** Kinds of records whose deletion has a line; that of a value is told by the list of its tag. */
export const deletedKinds: readonly string[] = [...kinds, 'statusAction', 'webhook', 'apiKey'];
const renamedKinds = [...kinds, 'tagValue'];

class DeletedLineDto {
  @OneOf(deletedKinds, { description: 'Kind of the record, as in the journal' })
  kind!: string;

  @PublicId()
  pId!: string;
}

class RenamedLineDto {
  @OneOf(renamedKinds, { description: 'Kind of the record, as in the journal' })
  kind!: string;

  @PublicId({ description: 'What it was called' })
  pId!: string;

  @PublicId({ description: 'What it is called now' })
  to!: string;

  @Reference({ optional: true, description: 'The tag of a tagValue' })
  tag?: ReferenceDto | null;

  @PublicId({
    optional: true,
    description: 'What a record that still has the new name is called until it is deleted',
  })
  displaced?: string | null;
}

/** Lines about deleted records: they are removed here too, as their operations do it. */
export class DeletedLines implements LineType<DeletedLineDto> {
  readonly type = 'deleted';
  readonly dto = DeletedLineDto;
  readonly scope = '*';

  constructor(private readonly types: LineTypes) {}

  keyOf({ kind, pId }: DeletedLineDto): string {
    return JSON.stringify([kind, pId]);
  }

  async store(lines: readonly Line<DeletedLineDto>[], caller: LineCaller): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const { value } of lines) outcomes.push(await this.remove(value, caller));
    return outcomes;
  }

  private async remove({ kind, pId }: DeletedLineDto, caller: LineCaller): Promise<Outcome> {
    const remove = this.types.removal(kind);
    if (!remove) throw new Error(`Nothing removes records of the kind ${kind}`);
    try {
      return { result: 'updated', id: (await remove(pId, caller)).id };
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return { result: 'unchanged', id: 0 };
    }
  }
}

/** Lines about records that have another pId now. */
export class RenamedLines implements LineType<RenamedLineDto> {
  readonly type = 'renamed';
  readonly dto = RenamedLineDto;
  readonly scope = '*';

  constructor(private readonly stores: Stores) {}

  keyOf({ kind, pId, tag }: RenamedLineDto): string {
    return JSON.stringify([kind, tag ?? null, pId]);
  }

  async store(lines: readonly Line<RenamedLineDto>[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const { value } of lines) outcomes.push(await this.rename(value));
    return outcomes;
  }

  private async rename({ kind, pId, to, tag, displaced }: RenamedLineDto): Promise<Outcome> {
    const { loader, writer } = this.stores;
    const entity = entityOfKind(kind) as Entity<{ id: number; pId: string }>;
    const conditions = [is('pId', pId)];
    if (kind === 'tagValue') {
      const [tagId = 0] = await loader.ids(Tag, [is('pId', tag?.pId ?? '')]);
      const [id = 0] = await loader.ids(TagValue, [...conditions, is('tagId', tagId)]);
      if (id !== 0) await writer.update(TagValue, id, { pId: to });
      return { result: id === 0 ? 'unchanged' : 'updated', id };
    }
    const [id = 0] = await loader.ids(entity, conditions);
    if (id === 0) return { result: 'unchanged', id };
    if (displaced) await writer.update(entity, { pId: to }, { pId: displaced });
    await writer.update(entity, id, { pId: to });
    return { result: 'updated', id };
  }
}
