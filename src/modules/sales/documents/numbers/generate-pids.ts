import { pIdOnlyPlan } from '../../../../core/load-plan';
import { whereEquals, whereIn, type Loader } from '../../../../database';
import { SalesDocument } from '../entities/document.entity';

/** How many further candidates of a number are checked with one query after the first one was taken. */
const CANDIDATES_PER_QUERY = 16;

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
  const pIds: string[] = [];
  const used = new Set<string>();
  let pendingIndexes = numbers.map((_, at) => at);
  for (
    let from = 1, size = 1;
    pendingIndexes.length > 0;
    from += size, size = CANDIDATES_PER_QUERY
  ) {
    const listCandidates = (at: number): string[] =>
      Array.from({ length: size }, (_, step) => toCandidatePId(numbers[at] as string, from + step));
    const conditions = [
      whereEquals('type', type),
      whereIn('pId', pendingIndexes.flatMap(listCandidates)),
    ];
    const found = await loader.listWhere(SalesDocument, conditions, pIdOnlyPlan);
    const stored = new Set(found.map(({ pId }) => pId));
    pendingIndexes = pendingIndexes.filter((at) => {
      const freePId = listCandidates(at).find((name) => !stored.has(name) && !used.has(name));
      if (freePId === undefined) return true;
      used.add(freePId);
      pIds[at] = freePId;
      return false;
    });
  }
  return pIds;
}

function toCandidatePId(number: string, position: number): string {
  return position === 1 ? number : `${number}-${position}`;
}
