import { pIdOnlyPlan } from '../../../../core/load-plan';
import { is, isOneOf, type Loader } from '../../../../database';
import { SalesDocument } from '../entities/document.entity';

/** How many further names are tried with one query, once the first is taken. */
const NAMES_PER_QUERY = 16;

/**
 * pIds for new documents of a type that are called by their numbers: the number itself, or with `-2`, `-3` ...
 * where another document has that (an imported one, or one of another headquarter with the same prefix).
 * One query, as long as no number is taken. Somebody else may take a name before it is stored: then the unique key
 * refuses it.
 * @returns one pId for each number, in order, no two of them equal
 */
export async function generatePIds(
  loader: Loader,
  type: number,
  numbers: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  const given = new Set<string>();
  let waiting = numbers.map((_, at) => at);
  for (let from = 1, size = 1; waiting.length > 0; from += size, size = NAMES_PER_QUERY) {
    const choices = (at: number): string[] =>
      Array.from({ length: size }, (_, step) => toNumberedName(numbers[at] as string, from + step));
    const conditions = [is('type', type), isOneOf('pId', waiting.flatMap(choices))];
    const found = await loader.listWhere(SalesDocument, conditions, pIdOnlyPlan);
    const stored = new Set(found.map(({ pId }) => pId));
    waiting = waiting.filter((at) => {
      const free = choices(at).find((name) => !stored.has(name) && !given.has(name));
      if (free === undefined) return true;
      given.add(free);
      names[at] = free;
      return false;
    });
  }
  return names;
}

function toNumberedName(number: string, place: number): string {
  return place === 1 ? number : `${number}-${place}`;
}
