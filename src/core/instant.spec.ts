import { formatInstant, parseInstant, getYearInZone, normalizeInstant } from './instant';

const iso = (text: string, zone = 'UTC', roundsUp = false) =>
  parseInstant(text, zone, { roundsUp })?.toISOString();

describe('parseInstant', () => {
  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00+01:00', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T09:30:00-05:30', '2026-01-31T15:00:00.000Z'],
    ['2026-01-31T09:30:00.5Z', '2026-01-31T09:30:00.500Z'],
    ['2026-01-31T09:30:00.123456789Z', '2026-01-31T09:30:00.123Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['1000-01-01', '1000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('reads %s', (text, read) => {
    expect(iso(text)).toBe(read);
  });

  it('reads a date as midnight in the zone, or as the last moment of the day', () => {
    expect(iso('2026-07-01', 'Europe/Madrid')).toBe('2026-06-30T22:00:00.000Z');
    expect(iso('2026-07-01', 'Europe/Madrid', true)).toBe('2026-07-01T21:59:59.999Z');
    // A day on which the clocks go forward at midnight starts at one o'clock.
    expect(iso('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });

  it.each([
    ['2026-07-01T10:00:00', 'UTC', '2026-07-01T10:00:00.000Z'],
    ['2026-07-01T10:00', 'Europe/Madrid', '2026-07-01T08:00:00.000Z'],
    ['2026-01-31T00:00:00.25', 'America/St_Johns', '2026-01-31T03:30:00.250Z'],
    // The clocks go from two to three, and from three to two.
    ['2026-03-29T01:59:59', 'Europe/Madrid', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00:00', 'Europe/Madrid', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00:00', 'Europe/Madrid', '2026-10-25T02:00:00.000Z'],
  ])('reads %s without offset in the zone %s', (text, zone, read) => {
    expect(iso(text, zone)).toBe(read);
    expect(iso(text, zone, true)).toBe(read.replace('.000Z', '.999Z'));
  });

  it.each([
    ['2026-07-01T10:00:00Z', '2026-07-01T10:00:00.999Z'],
    ['2026-07-01T10:00+02:00', '2026-07-01T08:00:00.999Z'],
    ['2026-07-01T10:00:00.25Z', '2026-07-01T10:00:00.250Z'],
    ['2026-07-01T10:00:00.000Z', '2026-07-01T10:00:00.000Z'],
  ])(
    'includes the whole second of %s as an upper bound, unless it has a fraction',
    (text, read) => {
      expect(iso(text, 'UTC', true)).toBe(read);
    },
  );

  it.each([
    '',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-00-01',
    '2026-13-01',
    '2026-W01',
    '+099999-01-01T00:00:00Z',
    '0999-12-31',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:60Z',
    '2026-01-01T10:00:00+14:01',
    '2026-01-01T10:00:00+0100',
    '2026-01-01 10:00:00Z',
    '2026-01-01\n',
    '1000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
  ])('refuses %j', (text) => {
    expect(iso(text)).toBeUndefined();
  });

  it('refuses a date whose midnight is outside of the years 1000 to 9999', () => {
    expect(iso('1000-01-01', 'Asia/Tokyo')).toBeUndefined();
    expect(iso('9999-12-31', 'America/New_York', true)).toBeUndefined();
  });
});

describe('a date before zones had whole minutes', () => {
  const zones = ['Europe/Madrid', 'Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'UTC'];
  const dates = [
    '1000-01-02',
    '1583-10-15',
    '1899-12-31',
    '1900-01-01',
    '1901-01-01',
    '1937-07-01',
  ];
  it.each(zones)('stays that day in %s', (zone) => {
    for (const date of dates) {
      const start = parseInstant(date, zone) as Date;
      expect(formatInstant(start, zone).slice(0, 19)).toBe(`${date}T00:00:00`);
      const end = parseInstant(date, zone, { roundsUp: true }) as Date;
      expect(formatInstant(end, zone).slice(0, 19)).toBe(`${date}T23:59:59`);
      const noon = parseInstant(`${date}T12:00`, zone) as Date;
      expect(formatInstant(noon, zone).slice(0, 19)).toBe(`${date}T12:00:00`);
      expect(getYearInZone(start, zone)).toBe(Number(date.slice(0, 4)));
      expect(normalizeInstant(date, zone)?.slice(0, 19)).toBe(`${date}T00:00:00`);
    }
  });
});

describe('formatInstant', () => {
  it.each([
    ['2026-01-31T08:30:00.999Z', 'UTC', '2026-01-31T08:30:00+00:00'],
    ['2026-01-31T08:30:00.000Z', 'Europe/Madrid', '2026-01-31T09:30:00+01:00'],
    ['2026-07-31T22:30:00.000Z', 'Europe/Madrid', '2026-08-01T00:30:00+02:00'],
    ['2026-01-31T01:00:00.000Z', 'America/St_Johns', '2026-01-30T21:30:00-03:30'],
    ['9999-12-31T23:59:59.000Z', 'Europe/Madrid', '9999-12-31T23:59:59+00:00'],
  ])('writes %s in %s', (instant, zone, written) => {
    expect(formatInstant(new Date(instant), zone)).toBe(written);
    expect(parseInstant(written, 'UTC')?.getTime()).toBe(
      Math.floor(Date.parse(instant) / 1000) * 1000,
    );
  });
});

describe('yearInZone', () => {
  it('is the year of the calendar in the zone', () => {
    const instant = new Date('2025-12-31T23:30:00Z');
    expect(getYearInZone(instant, 'UTC')).toBe(2025);
    expect(getYearInZone(instant, 'Europe/Madrid')).toBe(2026);
  });
});

describe('an instant that keeps its offset', () => {
  it.each([
    ['2026-01-31T09:30:05.25+05:30', 'UTC', '2026-01-31T09:30:05+05:30'],
    ['2026-01-31T09:30Z', 'Europe/Madrid', '2026-01-31T09:30:00+00:00'],
    ['2026-07-31', 'Europe/Madrid', '2026-07-31T00:00:00+02:00'],
    ['2026-02-30', 'UTC', undefined],
    ['2026-02-28T10:00:00', 'UTC', '2026-02-28T10:00:00+00:00'],
    ['2026-07-31T10:00', 'Europe/Madrid', '2026-07-31T10:00:00+02:00'],
    ['2026-02-28T10:00:60', 'UTC', undefined],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(normalizeInstant(text, zone)).toBe(expected);
  });
});
