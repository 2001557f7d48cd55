import { read } from '../../documentation/pages';

/** How a value goes back that is not the same in both directions, by the word of the page. */
const conversions = ['', 'country', 'language', 'currency'] as const;
export type Conversion = (typeof conversions)[number];

/** A value that goes back. */
interface Pair {
  /** Names that lead to it in the answer, `LANGUAGES[].NAME`. */
  readonly key: string;
  /** Names that lead to it in the body. */
  readonly field: string;
  readonly conversion: Conversion;
}

/** How one kind of record is sent back. */
export interface RoundTrip {
  readonly title: string;
  /** Path of the GET, with its parameters in braces. */
  readonly get: string;
  /** Where the answer holds the record: `SUPPLIER`, `CUSTOMTAGS[]`; empty: it is the answer. */
  readonly place: string;
  readonly put: string;
  /** The key that picks an element of a place, by the path's parameter of this name. */
  readonly chosenBy: { readonly parameter: string; readonly key: string } | undefined;
  /** Name of the body's root; `trackings[]`: it is an array. */
  readonly root: string;
  readonly pairs: readonly Pair[];
  /** Keys that do not go back, and all below them; undefined: all others. */
  readonly left: readonly string[] | undefined;
  /** Fields that nothing is answered for. */
  readonly unanswered: readonly string[];
}

const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The tables of docs/round-trip.md. */
export function roundTrips(): RoundTrip[] {
  const [, ...sections] = read('docs/round-trip.md').split(/^## /m);
  return sections.map(roundTrip);
}

function roundTrip(section: string): RoundTrip {
  const title = section.slice(0, section.indexOf('\n'));
  const intro = section.slice(0, section.indexOf('| key')).replace(/\s+/g, ' ');
  const description =
    /(?:`([A-Z[\]]+)` of )?`GET ([^`]+)` goes back by `PUT ([^`]+)`, in `([\w[\]]+)`/.exec(intro);
  if (!description) throw new Error(`${title} does not say what goes back by what`);
  const [, place = '', get = '', put = '', root = ''] = description;
  const [, parameter, key] = /`\{(\w+)\}` is its `([A-Z.]+)`/.exec(intro) ?? [];
  const rows = [...section.matchAll(/^\| (.*?) \| (.*?) \| ?(.*?) ?\|$/gm)]
    .map(([, ...cells]) => cells as [string, string, string])
    .filter(([first]) => first !== 'key' && !first.startsWith('---'));
  const isAll = rows.some(([first]) => first === 'all others');
  const pairs = rows.filter(([first, second]) => first !== '–' && second !== '–');
  return {
    ...{ title, get, place, put, root },
    chosenBy: parameter !== undefined && key !== undefined ? { parameter, key } : undefined,
    pairs: pairs.map(([first, second, conversion]) => {
      const [named] = codes(first);
      const [field] = codes(second);
      const isKnown = conversions.some((one) => one === conversion);
      if (named === undefined || field === undefined || !isKnown)
        throw new Error(`${title}: ${first} | ${second} | ${conversion} is no row of this page`);
      return { key: named, field, conversion: conversion as Conversion };
    }),
    left: isAll
      ? undefined
      : rows.flatMap(([first, second]) => (second === '–' ? codes(first) : [])),
    unanswered: rows.flatMap(([first, second]) => (first === '–' ? codes(second) : [])),
  };
}
