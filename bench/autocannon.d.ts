/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Request {
    path?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests; instead of a duration. */
    amount?: number;
    /** Seconds for one answer. */
    timeout: number;
    /** Milliseconds between two samples; a run ends with one. */
    sampleInt: number;
    headers: Record<string, string>;
    requests: Request[];
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    /** By status. */
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** Bytes. */
    throughput: { total: number };
  }

  function autocannon(options: Options): Promise<Result>;

  export = autocannon;
}
