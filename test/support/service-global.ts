/** The globals that the service sees, outside of jest's sandbox (service-environment.cjs). */
export const { serviceGlobal } = globalThis as unknown as {
  readonly serviceGlobal: typeof globalThis;
};

/**
 * Shortens the service's timers of these lengths, until the mock is restored.
 * @param from milliseconds @param to milliseconds
 */
export function hurried(from: readonly number[], to: number): jest.SpyInstance {
  const real = serviceGlobal.setTimeout;
  const hurry = (work: () => void, milliseconds?: number): NodeJS.Timeout =>
    real(work, from.includes(milliseconds ?? 0) ? to : milliseconds);
  return jest.spyOn(serviceGlobal, 'setTimeout').mockImplementation(hurry);
}
