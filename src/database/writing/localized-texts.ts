import { mergeTextsByLanguage, type LocalizedTextChange } from '../../core/languages';
import { createLoadPlanForType, type RecordPlan } from '../../core/load-plan';
import { whereEquals, whereIn } from '../queries/conditions';
import type { EntityClass } from '../schema/entity-model';
import type { LocalizedTextEntity } from '../schema/resource';
import type { DataAccess } from '../data-access';
import type { Patch } from './writer';

/** Some texts of one language. */
type LocalizedTextInput<E extends LocalizedTextEntity> = Pick<E, 'languageCode'> & Partial<E>;

/** How an update treats stored texts in languages that it doesn't name: operations keep them, imports remove them. */
export type TextUpdateMode = 'merge' | 'replace';

/** Options of updates of records with localized texts. */
export interface TextUpdateOptions {
  /** How the given texts change the stored ones; `merge` by default. */
  readonly textMode?: TextUpdateMode;
}

/** Localized texts of records: one row for each language, in the order in which they were added. */
export class LocalizedTexts<E extends LocalizedTextEntity, K extends keyof E & string> {
  private readonly plan: RecordPlan<E>;

  /**
   * @param ownerProperty the property that holds the record's id
   * @param defaults all members of a text, with their values if the request omits them
   */
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly entity: EntityClass<E>,
    private readonly ownerProperty: K,
    private readonly defaults: Partial<E>,
  ) {
    this.plan = createLoadPlanForType<E>([
      'languageCode',
      ...(Object.keys(defaults) as (keyof E & string)[]),
    ]);
  }

  /** Inserts the texts of a record that has none yet; inside a unit of work. */
  async insert(ownerId: number, inputs: readonly LocalizedTextInput<E>[]): Promise<void> {
    const rows = inputs.map((text) => ({
      ...this.defaults,
      ...text,
      [this.ownerProperty]: ownerId,
    }));
    await this.dataAccess.writer.insert(this.entity, rows);
  }

  /**
   * Changes the texts of a record, which the current unit of work must have locked. Texts that stay retain the members
   * that the update omits. They also retain their ids if the order of the languages allows it.
   * @param changes undefined: the texts stay unchanged
   * @returns the complete texts; undefined if `changes` is
   */
  async update(
    ownerId: number,
    changes: readonly LocalizedTextChange<E>[] | undefined,
    mode: TextUpdateMode,
  ): Promise<LocalizedTextInput<E>[] | undefined> {
    if (!changes) return undefined;
    const conditions = [whereEquals(this.ownerProperty, ownerId)];
    const storedTexts = await this.dataAccess.loader.listWhere(this.entity, conditions, this.plan);
    const merged = mergeTextsByLanguage<LocalizedTextInput<E>>(storedTexts, changes, this.defaults);
    const texts = mode === 'merge' ? merged : sortByLanguages(changes, merged);
    if (isInIdOrder(texts)) {
      await this.applyChanges(ownerId, storedTexts, texts);
    } else {
      await this.dataAccess.writer.remove(this.entity, conditions);
      await this.insert(ownerId, texts.map(omitId));
    }
    return texts;
  }

  private async applyChanges(
    ownerId: number,
    stored: readonly E[],
    texts: readonly LocalizedTextInput<E>[],
  ): Promise<void> {
    const textsById = new Map(texts.map((text) => [text.id, text]));
    const removedIds = stored.filter(({ id }) => !textsById.has(id)).map(({ id }) => id);
    if (removedIds.length > 0)
      await this.dataAccess.writer.remove(this.entity, [whereIn('id', removedIds)]);
    for (const storedText of stored) {
      const changedMembers = findChanges(storedText, textsById.get(storedText.id) ?? storedText);
      if (changedMembers)
        await this.dataAccess.writer.update(this.entity, storedText.id, changedMembers);
    }
    await this.insert(
      ownerId,
      texts.filter(({ id }) => id === undefined),
    );
  }
}

/** The texts in the languages of a list, in its order. */
function sortByLanguages<T extends { readonly languageCode: string }>(
  orderedLanguages: readonly { readonly languageCode: string }[],
  texts: readonly T[],
): T[] {
  const byLanguage = new Map(texts.map((text) => [text.languageCode, text]));
  return orderedLanguages.flatMap(({ languageCode }) => byLanguage.get(languageCode) ?? []);
}

/** Whether the order is that of the ids: texts are read by ascending id, and new ones get the highest. */
function isInIdOrder(texts: readonly { readonly id?: number }[]): boolean {
  const ids = texts.map(({ id = Infinity }) => id);
  return ids.every((id, at) => at === 0 || (ids[at - 1] as number) <= id);
}

function omitId<E extends LocalizedTextEntity>({
  id: _id,
  ...text
}: LocalizedTextInput<E>): LocalizedTextInput<E> {
  return text as unknown as LocalizedTextInput<E>;
}

/** Returns the members that differ; undefined if all are equal. */
function findChanges<E extends LocalizedTextEntity>(
  before: E,
  after: Partial<E>,
): Patch<E> | undefined {
  const changed = Object.entries(after).filter(
    ([name, value]) => before[name as keyof E] !== value,
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Patch<E>);
}
