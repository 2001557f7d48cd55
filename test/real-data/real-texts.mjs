/**
 * Real texts as lines of the intake. Product names and descriptions in 30 languages become tags, values of a tag and
 * news. The names of countries in five languages become locations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, readAll, readCsv, runConverter } from './source-files.mjs';

/** Oracle's languages -> ISO 639-1, for the first record of a product. */
const LANGUAGES = {
  ...{ US: 'en', D: 'de', DK: 'da', E: 'es', EL: 'el', F: 'fr', HU: 'hu', I: 'it', IW: 'he' },
  ...{ JA: 'ja', KO: 'ko', N: 'no', NL: 'nl', PL: 'pl', PT: 'pt', RO: 'ro', RU: 'ru', S: 'sv' },
  ...{ SF: 'fi', SK: 'sk', TH: 'th', TR: 'tr', ZHS: 'zh', AR: 'ar', CA: 'ca', CS: 'cs' },
};
/** Variants that share the ISO 639-1 code of another language; they have a record of their own. */
const VARIANTS = { ESA: 'es', FRC: 'fr', PTB: 'pt', ZHT: 'zh' };

const COUNTRY_LANGUAGES = ['en', 'es', 'ca', 'zh', 'ar'];
const TAG_OF_VALUES = 'oe-products';

/** @typedef {import('./source-files.mjs').Row} Row */

/** @param {string} folder @returns {AsyncGenerator<import('./source-files.mjs').Line>} */
export async function* realTexts(folder) {
  yield tag(TAG_OF_VALUES, 5, []);
  for (const [product, texts] of await productTexts(folder)) {
    yield* textsOf(`oe-${product}`, texts, LANGUAGES);
    yield* textsOf(`oe-${product}-variants`, texts, VARIANTS);
  }
  yield* countries(folder);
}

/** @param {string} folder @returns {Promise<Map<string, Row[]>>} */
async function productTexts(folder) {
  const products = new Map();
  for await (const row of readCsv(folder, 'oracle-oe/product_descriptions.csv.gz')) {
    const known = products.get(row.product_id);
    if (known) known.push(row);
    else products.set(row.product_id, [row]);
  }
  return products;
}

/** @param {string} pId @param {Row[]} texts @param {Record<string, string>} codes */
function* textsOf(pId, texts, codes) {
  const languages = texts.flatMap(({ language_id, translated_name, translated_description }) => {
    const languageCode = codes[language_id];
    return languageCode ? [{ languageCode, translated_name, translated_description }] : [];
  });
  yield tag(
    pId,
    7,
    languages.map(({ languageCode, translated_name: name, translated_description }) => {
      return { languageCode, name, defaultValue: translated_description };
    }),
  );
  yield {
    ...{ type: 'tagValue', tag: { pId: TAG_OF_VALUES }, pId },
    languages: languages.map(({ languageCode, translated_name: value }) => {
      return { languageCode, value };
    }),
  };
  yield {
    ...{ type: 'news', pId, name: pId, publicationDate: '2026-01-01T00:00:00+00:00' },
    languages: languages.map(({ languageCode, translated_name: title, ...rest }) => {
      return { languageCode, title, pageText: rest.translated_description };
    }),
  };
}

/** @param {string} pId @param {number} controlType @param {object[]} languages */
function tag(pId, controlType, languages) {
  return {
    ...{ type: 'tag', pId, active: true, controlType, itemType: 1, position: 1, priority: 1 },
    ...{ valueForAllLanguages: true, languages },
  };
}

/** @param {string} folder */
async function* countries(folder) {
  const names = COUNTRY_LANGUAGES.map((language) => {
    const file = join(folder, `reference/cldr-territories-${language}.json`);
    const { main } = JSON.parse(readFileSync(file, 'utf8'));
    return [language, main[language].localeDisplayNames.territories];
  });
  for (const row of await readAll(folder, 'reference/country-codes.csv')) {
    const code = row['ISO3166-1-Alpha-2'];
    yield {
      ...{ type: 'location', pId: code, countryCode: code, name: row['CLDR display name'] },
      languages: names.map(([languageCode, territories]) => {
        return { languageCode, information: territories[code] };
      }),
    };
  }
}

if (isMain(import.meta.url)) await runConverter(realTexts);
