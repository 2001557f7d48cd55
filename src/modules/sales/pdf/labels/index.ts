import { arabic } from './ar';
import { catalan } from './ca';
import { german } from './de';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { hebrew } from './he';
import { hindi } from './hi';
import { italian } from './it';
import { japanese } from './ja';
import { korean } from './ko';
import type { Labels } from './labels';
import { portuguese } from './pt';
import { reverseChargeStatements } from './reverse-charge';
import { thai } from './th';
import { chinese } from './zh';

const byLanguage: Readonly<Record<string, Labels>> = {
  ar: arabic,
  ca: catalan,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  he: hebrew,
  hi: hindi,
  it: italian,
  ja: japanese,
  ko: korean,
  pt: portuguese,
  th: thai,
  zh: chinese,
};

/**
 * Returns the labels of a language. Other languages get English labels, with the statement of reverse charge in their
 * own language if it is one of the European Union.
 * @param language ISO 639-1
 */
export function getLabels(language: string): Labels {
  if (Object.hasOwn(byLanguage, language)) return byLanguage[language] as Labels;
  if (!Object.hasOwn(reverseChargeStatements, language)) return english;
  return { ...english, reverseCharge: reverseChargeStatements[language] as string };
}
