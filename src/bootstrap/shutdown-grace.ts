/** Maximum time from SIGTERM to the end of a process, including the drain time (`DRAIN_SECONDS`) and open requests. */
export const SHUTDOWN_GRACE_MS = 30_000;
