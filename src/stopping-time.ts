/** How long requests in flight have to end after SIGTERM. */
export const GRACE_MS = 30_000;
