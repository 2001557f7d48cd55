/** Milliseconds of the processors that work in this process takes: on a busy machine it waits longer, and takes no more. */
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same of the cheapest of three rounds: in the others this process may have compiled or cleared away, too. */
export async function measureMinProcessorTime(work: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) rounds.push(await measureProcessorTime(work));
  return Math.min(...rounds);
}
