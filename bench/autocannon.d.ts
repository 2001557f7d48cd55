/** The part of autocannon's types that the bench uses; the package has none. */
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
    /** Duration in seconds. */
    duration?: number;
    /** Number of requests, instead of a duration. */
    amount?: number;
    /** Timeout of a response, in seconds. */
    timeout: number;
    /** Milliseconds between two samples; a run ends with a sample. */
    sampleInt: number;
    headers: Record<string, string>;
    requests: Request[];
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    /** Number of responses by status. */
    statusCodeStats: Record<string, { count: number }>;
    errors: number;
    timeouts: number;
    /** Duration in seconds. */
    duration: number;
    /** Percentiles in milliseconds. */
    latency: { p50: number; p99: number };
    /** Total in bytes. */
    throughput: { total: number };
  }

  function autocannon(options: Options): Promise<Result>;

  export = autocannon;
}
