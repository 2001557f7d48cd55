import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How far the heap may grow beyond what is alive before garbage is collected from all of it. */
const HEAP_GROWTH_PERCENT = 100;

/**
 * While the process is large, marking begins when this much of that growth has been used up: when there is time for it,
 * and at once. 0: when V8 thinks best.
 */
const MARKING_TRIGGERS_PERCENT = { soft: 25, hard: 50 };

const MEBIBYTE = 1024 * 1024;

/** What a process has to hold to be large: nobody waits for the processor beside a command, so it pays sooner. */
const LARGE_RSS_BYTES = { service: 320 * MEBIBYTE, command: 240 * MEBIBYTE };
/** What it has to hold less to be so no more; in between it stays what it is. */
const HYSTERESIS_BYTES = 40 * MEBIBYTE;

/** Between two looks at what it holds, which take some microseconds. */
const CHECK_INTERVAL_MS = 500;

/**
 * Has V8 collect garbage sooner than it would. What an import or large lists hold stays small, but left alone
 * V8 lets the garbage grow to three or four times that, and the process never gives most of it back. Measured: an
 * import of 20,000 orders holds 225 MiB at most instead of 315, for as much CPU time. While the process holds much, be it
 * in threads or outside of heaps, it collects sooner still, which is paid for with CPU time.
 */
export function limitHeapGrowth(kind: keyof typeof LARGE_RSS_BYTES): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // On Node.js 22 and later the young generation of an import would take some 60 MiB, for no less CPU time.
  if (kind === 'command') setFlagsFromString('--semi-space-growth-factor=1');
  let isLarge = false;
  setInterval(() => {
    const bytes = process.memoryUsage.rss();
    const most = LARGE_RSS_BYTES[kind] - (isLarge ? HYSTERESIS_BYTES : 0);
    if (bytes > most === isLarge) return;
    isLarge = !isLarge;
    for (const [name, percent] of Object.entries(MARKING_TRIGGERS_PERCENT))
      setFlagsFromString(`--incremental-marking-${name}-trigger=${isLarge ? percent : 0}`);
  }, CHECK_INTERVAL_MS).unref();
}

/**
 * What collects the garbage of the calling thread, all of it. For threads that hold little but texts of megabytes now
 * and then: V8 lets such garbage lie until there are hundreds of them.
 */
export function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
