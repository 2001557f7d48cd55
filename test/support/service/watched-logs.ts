/** Reads all that a service has logged. */
type Log = () => string;

/** Only specs have it: a failing test prints the errors of these logs (logged-errors.cjs). */
const { serviceLogs } = globalThis as unknown as { readonly serviceLogs?: Set<Log> };

export function watchLog(log: Log): void {
  serviceLogs?.add(log);
}
