import { pIdOnlyPlan } from '../../../../core/load-plan';
import { is, isOneOf, type Loader } from '../../../../database';
import { SalesDocument } from '../entities/document.entity';

/** How many further names are checked with one query after the first one was taken. */
const NAMES_PER_QUERY = 16;

/**
 * Generates pIds for new documents from their numbers. A pId is the number itself, or has `-2`, `-3` ... if another
 * document has that pId. The other one may be imported, or belong to another headquarter with the same prefix. Runs
 * one query when all numbers are free. If another request stores the same pId first, the unique key rejects the
 * insert.
 * @returns one distinct pId for each number, in order
 */
export async function generatePIds(
  loader: Loader,
  type: number,
  numbers: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  const used = new Set<string>();
  let pending = numbers.map((_, at) => at);
  for (let from = 1, size = 1; pending.length > 0; from += size, size = NAMES_PER_QUERY) {
    const choices = (at: number): string[] =>
      Array.from({ length: size }, (_, step) => toNumberedName(numbers[at] as string, from + step));
    const conditions = [is('type', type), isOneOf('pId', pending.flatMap(choices))];
    const found = await loader.listWhere(SalesDocument, conditions, pIdOnlyPlan);
    const stored = new Set(found.map(({ pId }) => pId));
    pending = pending.filter((at) => {
      const free = choices(at).find((name) => !stored.has(name) && !used.has(name));
      if (free === undefined) return true;
      used.add(free);
      names[at] = free;
      return false;
    });
  }
  return names;
}

function toNumberedName(number: string, position: number): string {
  return position === 1 ? number : `${number}-${position}`;
}
