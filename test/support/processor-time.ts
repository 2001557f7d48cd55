/** Milliseconds of the processors that work in this process takes: on a busy machine it waits longer, and takes no more. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
