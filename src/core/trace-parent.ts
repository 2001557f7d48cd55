/** A position in a trace: the header `traceparent` of W3C Trace Context, version 00. */
export type TraceParent = string;

const TRACEPARENT_PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The flags for sampling and for random ids; all others belong to unknown versions. */
const KNOWN_FLAGS = 0x03;

/**
 * Returns the trace that a request belongs to.
 * @param header `traceparent` as it was sent; only the first four fields of later versions are used
 * @returns a new trace, which is not sampled, if the header is invalid
 */
export function parseOrCreateTraceParent(header: string): TraceParent {
  return parseTraceParent(header) ?? formatTraceParent(randomHex(32), randomHex(16), 0);
}

/** Converts the header `traceparent` to version 00; undefined if it is invalid. */
export function parseTraceParent(header: string): TraceParent | undefined {
  const [, version = 'ff', traceId = '', parentId = '', flags = '', rest] =
    TRACEPARENT_PATTERN.exec(header) ?? [];
  const isSupportedVersion = version === '00' ? rest === undefined : version !== 'ff';
  if (!isSupportedVersion || isZero(traceId) || isZero(parentId)) return undefined;
  return formatTraceParent(traceId, parentId, parseInt(flags, 16) & KNOWN_FLAGS);
}

/** The id of the whole trace, in 32 hexadecimal digits. */
export function getTraceId(traceParent: TraceParent): string {
  return traceParent.slice(3, 35);
}

/** Creates the `traceparent` for a call to another system: the same trace with a new parent id. */
export function createChildTraceParent(traceParent: TraceParent): TraceParent {
  return `${traceParent.slice(0, 36)}${randomHex(16)}${traceParent.slice(52)}`;
}

/** Formats a `traceparent`. @param flags 1: sampled */
export function formatTraceParent(traceId: string, parentId: string, flags: number): TraceParent {
  return `00-${traceId}-${parentId}-${flags.toString(16).padStart(2, '0')}`;
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);
/** Random and never zero: the variant digit of a UUID, which is never 0, is among its last ones. */
const randomHex = (digits: number): string =>
  crypto.randomUUID().replaceAll('-', '').slice(-digits);
