import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Labels } from './labels';
import { reverseChargeStatements } from './reverse-charge';

/**
 * Tab-separated table with a row for each label and a column for each language. Its relative path is the same from
 * `src` and from `dist`.
 */
const TABLE_PATH = join(__dirname, '../../../../../assets/document-labels.tsv');
const TITLES_PREFIX = 'titles.';
const RIGHT_TO_LEFT_LANGUAGES = new Set(['ar', 'he']);

const labelsByLanguage = readTable();
const englishLabels = labelsByLanguage.get('en') as Labels;

/** The languages that the table has a column for (ISO 639-1). */
export const labelLanguages: readonly string[] = [...labelsByLanguage.keys()];

/**
 * Returns the labels of a language. Other languages get English labels, with the statement of reverse charge in their
 * own language if it is one of the European Union.
 * @param language ISO 639-1
 */
export function getLabels(language: string): Labels {
  const labels = labelsByLanguage.get(language);
  if (labels !== undefined) return labels;
  if (!Object.hasOwn(reverseChargeStatements, language)) return englishLabels;
  return { ...englishLabels, reverseCharge: reverseChargeStatements[language] as string };
}

function readTable(): Map<string, Labels> {
  const [[, ...languages] = [], ...rows] = readFileSync(TABLE_PATH, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return new Map(
    languages.map((language, column) => {
      const texts = rows.map(([name = '', ...cells]) => [name, cells[column] ?? ''] as const);
      return [language, toLabels(language, texts)];
    }),
  );
}

/** @param texts the texts of a language by name; `titles.order` is the text `order` of the group `titles` */
function toLabels(language: string, texts: readonly (readonly [string, string])[]): Labels {
  const titles = texts.filter(([name]) => name.startsWith(TITLES_PREFIX));
  const others = texts.filter(([name]) => !name.startsWith(TITLES_PREFIX));
  return {
    titles: Object.fromEntries(
      titles.map(([name, text]) => [name.slice(TITLES_PREFIX.length), text]),
    ),
    ...Object.fromEntries(others),
    ...(RIGHT_TO_LEFT_LANGUAGES.has(language) && { isRightToLeft: true }),
  } as unknown as Labels;
}
