import { DateTime, IANAZone } from 'luxon';

const INSTANT_PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * Reads an ISO 8601 instant: a date and time with offset or `Z`, one without, which is in `zone`, or a date alone,
 * which means midnight there. A time that the clocks skip is read with the offset from before the change; of one that
 * they show twice the first is meant.
 * @param zone IANA time zone of the store
 * @param endOfDay a date alone means the last millisecond of that day
 * @returns undefined for anything else (no such day, 24:00, years outside 1000 to 9999)
 */
export function parseInstant(text: string, zone: string, endOfDay = false): Date | undefined {
  const match = INSTANT_PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, dayOfMonth, hours, minutes, seconds = '0', fraction = '', offset] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth));
  const isSameDay = new Date(date).getUTCDate() === Number(dayOfMonth) && Number(month) <= 12;
  if (!isSameDay || Number(month) === 0 || Number(year) < 1000) return undefined;
  if (hours === undefined || minutes === undefined) {
    return startOrEndOfDay(text, zone, endOfDay);
  }
  const isClockTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!isClockTime) return undefined;
  const clock = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const time = date + clock + Number(fraction.padEnd(3, '0').slice(0, 3));
  const shift = offset === undefined ? zoneOffsetMinutes(time, zone) : parseOffsetMinutes(offset);
  if (shift === undefined) return undefined;
  const instant = new Date(time - shift * MINUTE_MS);
  return isYearInRange(instant) ? instant : undefined;
}

/** How many minutes a zone is ahead of UTC when its clocks show a time, which is given as if they showed UTC. */
function zoneOffsetMinutes(time: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const shiftAt = (instant: number) => getZone(zone).offset(instant);
  const before = shiftAt(time - DAY_MS);
  const after = shiftAt(time + DAY_MS);
  const isAfter =
    shiftAt(time - before * MINUTE_MS) === after && shiftAt(time - after * MINUTE_MS) === after;
  return isAfter ? after : before;
}

/**
 * Reads what `parseInstant` reads, and keeps the offset: `Z` becomes `+00:00`, without one it is that of `zone`.
 * @returns `YYYY-MM-DDThh:mm:ss±hh:mm`, its fraction cut off; undefined where there is no such instant
 */
export function parseOffsetInstant(text: string, zone: string): string | undefined {
  const instant = parseInstant(text, zone);
  const [, , , , hours = '', minutes = '', seconds = '00', , offset] =
    INSTANT_PATTERN.exec(text) ?? [];
  if (!instant || offset === undefined) return instant && formatInstant(instant, zone);
  return `${text.slice(0, 10)}T${hours}:${minutes}:${seconds}${offset === 'Z' ? '+00:00' : offset}`;
}

/** An offset may push the ends of the range over it: no database column and no text holds such years. */
function isYearInRange(instant: Date): boolean {
  return instant.getUTCFullYear() >= 1000 && instant.getUTCFullYear() <= 9999;
}

/**
 * Writes an instant as `YYYY-MM-DDThh:mm:ss±hh:mm` in a time zone: no fraction, never `Z`.
 * The last hours of the year 9999, which other zones count to the next year, stand in UTC.
 */
export function formatInstant(instant: Date, zone: string): string {
  if (zone === 'UTC') return `${instant.toISOString().slice(0, 19)}+00:00`;
  const offset = Math.round(getZone(zone).offset(instant.getTime()));
  const local = new Date(instant.getTime() + offset * MINUTE_MS);
  if (!isYearInRange(local)) return formatInstant(instant, 'UTC');
  const shifted = local.toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${shifted}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** The calendar year of an instant in a time zone. */
export function yearInZone(instant: Date, zone: string): number {
  return zone === 'UTC'
    ? instant.getUTCFullYear()
    : new Date(
        instant.getTime() + getZone(zone).offset(instant.getTime()) * MINUTE_MS,
      ).getUTCFullYear();
}

const zoneCache = new Map<string, IANAZone>();

function getZone(name: string): IANAZone {
  const known = zoneCache.get(name) ?? IANAZone.create(name);
  zoneCache.set(name, known);
  return known;
}

function startOrEndOfDay(date: string, zone: string, endOfDay: boolean): Date | undefined {
  const start = DateTime.fromISO(date, { zone }).startOf('day');
  const instant = (endOfDay ? start.endOf('day') : start).toJSDate();
  return isYearInRange(instant) ? instant : undefined;
}

function parseOffsetMinutes(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  const size = hours * 60 + minutes;
  if (minutes > 59 || size > MAX_OFFSET_MINUTES) return undefined;
  return offset.startsWith('-') ? -size : size;
}
