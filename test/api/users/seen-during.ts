/** Results of `look`, called again and again while `work` goes on, and once after it. */
export async function seenDuring<T, S>(
  work: Promise<T>,
  look: () => Promise<S>,
): Promise<{ result: T; seen: S[] }> {
  const state = { isOver: false };
  const ending = work.finally(() => (state.isOver = true));
  const seen: S[] = [];
  while (!state.isOver) seen.push(await look());
  return { result: await ending, seen: [...seen, await look()] };
}
