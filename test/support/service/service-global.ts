/** The globals that the service sees, outside of jest's sandbox (service-environment.cjs). */
export const { serviceGlobal } = globalThis as unknown as {
  readonly serviceGlobal: typeof globalThis;
};

/**
 * Gives the service's timers of these lengths another one, until the mock is restored.
 * @param from milliseconds @param to milliseconds
 */
export function replaceTimerDelays(from: readonly number[], to: number): jest.SpyInstance {
  const real = serviceGlobal.setTimeout;
  const retime = (work: () => void, milliseconds?: number): NodeJS.Timeout =>
    real(work, from.includes(milliseconds ?? 0) ? to : milliseconds);
  return jest.spyOn(serviceGlobal, 'setTimeout').mockImplementation(retime);
}
