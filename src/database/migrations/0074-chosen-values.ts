import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { formatSqlInstant } from '../schema/column-kinds';
import { type SchemaChange, changeRows, extendTable, defineMigration, pid } from './schema';

/** Places of `document_tags` whose tags are shown by one text: documents and their customers. */
const SHOWN = 'value_id IS NOT NULL AND place IN (1, 2)';

/** Tags that show the same: one value of a selector in documents of one language. */
interface SameTags {
  readonly tag_id: number;
  readonly value_id: number;
  readonly value_hash: string;
  readonly language_code: string;
}

interface ValueText {
  readonly tag_value_id: number;
  readonly language_code: string;
  readonly value: string;
}

/** Values of selectors were stored as their pIds: these get a column of their own, and the value is the text. */
const showTexts: SchemaChange = {
  up: async (runner) => {
    await runner.query('UPDATE document_tags SET value_p_id = value WHERE value_id IS NOT NULL');
    const same = (await runner.query(
      'SELECT DISTINCT t.tag_id, t.value_id, t.value_hash, d.language_code FROM document_tags t ' +
        `JOIN documents d ON d.id = t.document_id WHERE t.${SHOWN}`,
    )) as SameTags[];
    const texts = await textsOfValues(runner);
    for (const tags of same) await showText(runner, tags, texts.get(tags.value_id) ?? []);
    await runner.query(
      'UPDATE documents SET version = version + 1, updated_at = ? ' +
        `WHERE id IN (SELECT document_id FROM document_tags WHERE ${SHOWN})`,
      // oxlint-disable-next-line project/time-from-clock -- migrations run before there is a clock to inject
      [formatSqlInstant(new Date())],
    );
    // A line's tag shows its value by id and pId.
    await storeValue(runner, '', 'value_id IS NOT NULL AND place = 3', []);
  },
  down: async (runner) => {
    const pIds = (await runner.query(
      'SELECT DISTINCT value_p_id FROM document_tags WHERE value_id IS NOT NULL',
    )) as { value_p_id: string }[];
    for (const { value_p_id: pId } of pIds) {
      await storeValue(runner, pId, 'value_id IS NOT NULL AND value_p_id = ?', [pId]);
    }
  },
};

/** By ascending id, by the ids of the values; empty texts are none. */
async function textsOfValues(runner: QueryRunner): Promise<Map<number, ValueText[]>> {
  const texts = (await runner.query(
    "SELECT tag_value_id, language_code, value FROM tag_value_texts WHERE value <> '' " +
      `AND tag_value_id IN (SELECT value_id FROM document_tags WHERE ${SHOWN}) ORDER BY id`,
  )) as ValueText[];
  const found = new Map<number, ValueText[]>();
  for (const text of texts) {
    const known = found.get(text.tag_value_id);
    if (known) known.push(text);
    else found.set(text.tag_value_id, [text]);
  }
  return found;
}

/** In the document's language, or else the first text; a value without any, or that is gone, keeps its pId. */
async function showText(
  runner: QueryRunner,
  { tag_id, value_id, value_hash, language_code }: SameTags,
  texts: readonly ValueText[],
): Promise<void> {
  const text = texts.find((one) => one.language_code === language_code) ?? texts[0];
  if (!text) return;
  const where =
    `tag_id = ? AND value_hash = ? AND value_id = ? AND place IN (1, 2) ` +
    'AND document_id IN (SELECT id FROM documents WHERE language_code = ?)';
  await storeValue(runner, text.value, where, [tag_id, value_hash, value_id, language_code]);
}

async function storeValue(
  runner: QueryRunner,
  value: string,
  where: string,
  params: readonly (string | number)[],
): Promise<void> {
  const hash = createHash('sha256').update(value).digest('base64url');
  await runner.query(`UPDATE document_tags SET value = ?, value_hash = ? WHERE ${where}`, [
    value,
    hash,
    ...params,
  ]);
}

/** Led by the tag, which text and pId have in common, they would keep SQLite from using one index for each. */
const ledByTag = extendTable('document_tags', {
  indexes: [
    ['tag_id', 'value_hash', 'place', 'document_id'],
    ['tag_p_id', 'value_hash', 'place', 'document_id'],
  ],
});

/** Which value of a selector a document carries, in addition to the text that it shows: lists are filtered by both. */
export const ChosenValues = defineMigration(74, 'ChosenValues', [
  extendTable('document_tags', {
    columns: { value_p_id: pid({ nullable: true }) },
    indexes: [
      ['value_hash', 'tag_id', 'place', 'document_id'],
      ['value_hash', 'tag_p_id', 'place', 'document_id'],
      ['value_p_id', 'tag_id', 'place', 'document_id'],
      ['value_p_id', 'tag_p_id', 'place', 'document_id'],
    ],
  }),
  { up: ledByTag.down, down: ledByTag.up },
  changeRows(showTexts),
]);
