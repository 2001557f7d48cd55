import { IANAZone } from 'luxon';

const INSTANT_PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_OFFSET_MINUTES = 14 * 60;

export interface ParseInstantOptions {
  readonly roundsUp?: boolean;
}

/**
 * Parses an ISO 8601 instant. It is a date and time with offset or `Z`, one without an offset (in `zone`), or a date
 * alone (midnight in `zone`). A time that the clocks skip gets the offset from before the change. A time that occurs
 * twice means the first one.
 * @param zone IANA time zone of the store
 * @param options.roundsUp for the end of a range. A date alone means the last millisecond of that day. A time without a
 *   fraction means the last millisecond of its second, because responses show whole seconds.
 * @returns undefined for anything else (a nonexistent day, 24:00, years outside 1000 to 9999)
 */
export function parseInstant(
  text: string,
  zone: string,
  { roundsUp = false }: ParseInstantOptions = {},
): Date | undefined {
  const match = INSTANT_PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, dayOfMonth, hours, minutes, seconds = '0', fraction, offset] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth));
  const isExistingDay = new Date(date).getUTCDate() === Number(dayOfMonth) && Number(month) <= 12;
  if (!isExistingDay || Number(month) === 0 || Number(year) < 1000) return undefined;
  if (hours === undefined || minutes === undefined) {
    return roundsUp ? endOfDay(date, zone) : toInstant(date, zoneOffsetMinutes(date, zone));
  }
  const isClockTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!isClockTime) return undefined;
  const timeOfDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const milliseconds = (fraction ?? (roundsUp ? '999' : '')).padEnd(3, '0').slice(0, 3);
  const time = date + timeOfDay + Number(milliseconds);
  const offsetMinutes =
    offset === undefined ? zoneOffsetMinutes(time, zone) : parseOffsetMinutes(offset);
  if (offsetMinutes === undefined) return undefined;
  return toInstant(time, offsetMinutes);
}

/**
 * The minutes that a zone is ahead of UTC when its clocks show a time.
 * @param time the local time, as if it were UTC, in milliseconds since 1970
 */
function zoneOffsetMinutes(time: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const offsetAt = (instant: number) => offsetMinutesAt(instant, zone);
  const offsetBefore = offsetAt(time - DAY_MS);
  const offsetAfter = offsetAt(time + DAY_MS);
  const isAfterChange =
    offsetAt(time - offsetBefore * MINUTE_MS) === offsetAfter &&
    offsetAt(time - offsetAfter * MINUTE_MS) === offsetAfter;
  return isAfterChange ? offsetAfter : offsetBefore;
}

/**
 * Parses the same texts as `parseInstant`, and keeps the offset: `Z` becomes `+00:00`; without an offset it is that of
 * `zone`.
 * @returns `YYYY-MM-DDThh:mm:ss±hh:mm` without the fraction; undefined for an invalid instant
 */
export function normalizeInstant(text: string, zone: string): string | undefined {
  const instant = parseInstant(text, zone);
  const [, , , , hours = '', minutes = '', seconds = '00', , offset] =
    INSTANT_PATTERN.exec(text) ?? [];
  if (!instant || offset === undefined) return instant && formatInstant(instant, zone);
  return `${text.slice(0, 10)}T${hours}:${minutes}:${seconds}${offset === 'Z' ? '+00:00' : offset}`;
}

/**
 * Checks the year, because an offset may move an instant out of the range of years that database columns and texts
 * allow.
 */
function isYearInRange(instant: Date): boolean {
  return instant.getUTCFullYear() >= 1000 && instant.getUTCFullYear() <= 9999;
}

/**
 * Formats an instant as `YYYY-MM-DDThh:mm:ss±hh:mm` in a time zone: no fraction, never `Z`. In zones where the last
 * hours of 9999 belong to the next year, these hours are in UTC.
 */
export function formatInstant(instant: Date, zone: string): string {
  if (zone === 'UTC') return `${instant.toISOString().slice(0, 19)}+00:00`;
  const offset = offsetMinutesAt(instant.getTime(), zone);
  const local = new Date(instant.getTime() + offset * MINUTE_MS);
  if (!isYearInRange(local)) return formatInstant(instant, 'UTC');
  const localText = local.toISOString().slice(0, 19);
  const absoluteOffset = Math.abs(offset);
  const hours = String(Math.floor(absoluteOffset / 60)).padStart(2, '0');
  const minutes = String(absoluteOffset % 60).padStart(2, '0');
  return `${localText}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** The calendar year of an instant in a time zone. */
export function getYearInZone(instant: Date, zone: string): number {
  const time = instant.getTime();
  return new Date(time + offsetMinutesAt(time, zone) * MINUTE_MS).getUTCFullYear();
}

const zoneCache = new Map<string, IANAZone>();

function getZone(name: string): IANAZone {
  const known = zoneCache.get(name) ?? IANAZone.create(name);
  zoneCache.set(name, known);
  return known;
}

/**
 * The minutes that a zone is ahead of UTC at an instant. Local mean times, before about 1901, are ahead by seconds,
 * too: they are rounded everywhere, because texts have whole minutes. So a date is the same day when it is read and
 * written.
 */
function offsetMinutesAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const minute = Math.floor(instant / MINUTE_MS);
  const latest = latestOffsets.get(zone);
  if (latest?.minute === minute) return latest.offset;
  const offset = Math.round(getZone(zone).offset(instant));
  if (instant >= WHOLE_MINUTE_OFFSETS_SINCE_MS) latestOffsets.set(zone, { minute, offset });
  return offset;
}

/** Since then, offsets change at whole minutes only. */
const WHOLE_MINUTE_OFFSETS_SINCE_MS = Date.UTC(2000, 0, 1);

/** The latest offset of each zone: a document has several dates of the same minute. */
const latestOffsets = new Map<string, { readonly minute: number; readonly offset: number }>();

/** @param time the local time, as if it were UTC, in milliseconds since 1970 */
function toInstant(time: number, offsetMinutes: number): Date | undefined {
  const instant = new Date(time - offsetMinutes * MINUTE_MS);
  return isYearInRange(instant) ? instant : undefined;
}

/** @param date midnight, as if it were UTC, in milliseconds since 1970 */
function endOfDay(date: number, zone: string): Date | undefined {
  const next = date + DAY_MS;
  return toInstant(next - 1, zoneOffsetMinutes(next, zone));
}

function parseOffsetMinutes(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  const size = hours * 60 + minutes;
  if (minutes > 59 || size > MAX_OFFSET_MINUTES) return undefined;
  return offset.startsWith('-') ? -size : size;
}
