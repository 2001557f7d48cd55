import { catalan } from './ca';
import { german } from './de';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { italian } from './it';
import type { Labels } from './labels';
import { portuguese } from './pt';

const byLanguage: Readonly<Record<string, Labels>> = {
  ca: catalan,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  pt: portuguese,
};

/** The words of a language, in English where there are none. @param language ISO 639-1 */
export function labelsOf(language: string): Labels {
  return Object.hasOwn(byLanguage, language) ? (byLanguage[language] as Labels) : english;
}
