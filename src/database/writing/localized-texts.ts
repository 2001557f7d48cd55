import { planFor, type TablePlan } from '../../core/load-plan';
import { is, isOneOf } from '../queries/conditions';
import type { EntityClass } from '../schema/model';
import type { Stores } from '../stores';
import type { Patch } from './writer';

/** The row of a record's texts in one language. */
interface LocalizedText {
  readonly id: number;
  readonly languageCode: string;
}

/** What is said of one language: any of the members. */
type LocalizedTextInput<E extends LocalizedText> = Pick<E, 'languageCode'> & Partial<E>;

/** What a record says by language: a row for each, in the order in which they were sent. */
export class LocalizedTexts<E extends LocalizedText, K extends keyof E & string> {
  private readonly plan: TablePlan<E>;

  /**
   * @param owner the property that holds the record's id
   * @param defaults all members of a text, as they are where nothing is said of them
   */
  constructor(
    private readonly stores: Stores,
    private readonly entity: EntityClass<E>,
    private readonly owner: K,
    private readonly defaults: Partial<E>,
  ) {
    this.plan = planFor<E>(['languageCode', ...(Object.keys(defaults) as (keyof E & string)[])]);
  }

  /** The texts of a record that has none yet; inside a unit of work. */
  async insert(ownerId: number, said: readonly LocalizedTextInput<E>[]): Promise<void> {
    const rows = said.map((text) => ({ ...this.defaults, ...text, [this.owner]: ownerId }));
    await this.stores.writer.insert(this.entity, rows);
  }

  /**
   * Makes these all texts of a record that is locked in the unit of work around. The text of a language that was
   * there keeps the members of which nothing is said, and its id where the order of the languages allows it.
   * @param said absent: the texts stay as they are
   * @returns the whole texts, in the order in which they were said; undefined when none were
   */
  async replace(
    ownerId: number,
    said: readonly LocalizedTextInput<E>[] | undefined,
  ): Promise<LocalizedTextInput<E>[] | undefined> {
    if (!said) return undefined;
    const conditions = [is(this.owner, ownerId)];
    const stored = await this.stores.loader.listWhere(this.entity, conditions, this.plan);
    const byLanguage = new Map(stored.map((text) => [text.languageCode, text]));
    const texts = said.map((text) => {
      return { ...this.defaults, ...byLanguage.get(text.languageCode), ...text };
    });
    if (keepsOrder(texts)) {
      await this.applyChanges(ownerId, stored, texts);
    } else {
      await this.stores.writer.remove(this.entity, conditions);
      await this.insert(ownerId, texts.map(withoutId));
    }
    return texts;
  }

  private async applyChanges(
    ownerId: number,
    stored: readonly E[],
    texts: readonly LocalizedTextInput<E>[],
  ): Promise<void> {
    const kept = new Map(texts.map((text) => [text.id, text]));
    const gone = stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
    if (gone.length > 0) await this.stores.writer.remove(this.entity, [isOneOf('id', gone)]);
    for (const before of stored) {
      const changes = findChanges(before, kept.get(before.id) ?? before);
      if (changes) await this.stores.writer.update(this.entity, before.id, changes);
    }
    await this.insert(
      ownerId,
      texts.filter(({ id }) => id === undefined),
    );
  }
}

/** Texts are read by ascending id, and new ones get the highest. */
function keepsOrder(texts: readonly { readonly id?: number }[]): boolean {
  const ids = texts.map(({ id = Infinity }) => id);
  return ids.every((id, at) => at === 0 || (ids[at - 1] as number) <= id);
}

function withoutId<E extends LocalizedText>({
  id: _given,
  ...text
}: LocalizedTextInput<E>): LocalizedTextInput<E> {
  return text as unknown as LocalizedTextInput<E>;
}

/** The members that differ; undefined when none does. */
function findChanges<E extends LocalizedText>(before: E, after: Partial<E>): Patch<E> | undefined {
  const changed = Object.entries(after).filter(
    ([name, value]) => before[name as keyof E] !== value,
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Patch<E>);
}
