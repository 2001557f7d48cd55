/** Where a request stands in a trace: the header `traceparent` of W3C Trace Context, version 00. */
export type TraceParent = string;

const TRACEPARENT_PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Sampled, and ids made at random; other flags are of no version that we know. */
const KNOWN_FLAGS = 0x03;

/**
 * The trace that a request belongs to.
 * @param header `traceparent`, as it was sent; of a later version its first four fields count
 * @returns a new trace, which is not sampled, for what is no traceparent
 */
export function parseOrCreateTraceParent(header: string): TraceParent {
  return parseTraceParent(header) ?? formatTraceParent(randomHex(32), randomHex(16), 0);
}

/** The same, without a new one: undefined for what is no traceparent. */
export function parseTraceParent(header: string): TraceParent | undefined {
  const [, version = 'ff', traceId = '', parentId = '', flags = '', rest] =
    TRACEPARENT_PATTERN.exec(header) ?? [];
  const isKnown = version === '00' ? rest === undefined : version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(parentId)) return undefined;
  return formatTraceParent(traceId, parentId, parseInt(flags, 16) & KNOWN_FLAGS);
}

/** What names the whole trace, in 32 hexadecimal digits. */
export function getTraceId(trace: TraceParent): string {
  return trace.slice(3, 35);
}

/** What another system is told that is called for a request: the same trace, from a place of its own. */
export function createChildTraceParent(trace: TraceParent): TraceParent {
  return `${trace.slice(0, 36)}${randomHex(16)}${trace.slice(52)}`;
}

/** What names a place in a trace. @param flags 1: what is done there is recorded */
export function formatTraceParent(traceId: string, parentId: string, flags: number): TraceParent {
  return `00-${traceId}-${parentId}-${flags.toString(16).padStart(2, '0')}`;
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);
/** At random, and never zero: the digits that say of what kind a UUID is are among its last ones. */
const randomHex = (digits: number): string =>
  crypto.randomUUID().replaceAll('-', '').slice(-digits);
