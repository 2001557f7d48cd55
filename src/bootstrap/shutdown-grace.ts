/** How long a process has to stop after SIGTERM: for new requests (`DRAIN_SECONDS`), then for those in flight. */
export const SHUTDOWN_GRACE_MS = 30_000;
