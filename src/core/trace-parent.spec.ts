import { createChildTraceParent, getTraceId, parseOrCreateTraceParent } from './trace-parent';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SENT = `00-${ID}-${PARENT}-01`;

describe('A trace', () => {
  it.each([
    [SENT, SENT],
    [`00-${ID}-${PARENT}-00`, `00-${ID}-${PARENT}-00`],
    [`00-${ID}-${PARENT}-ff`, `00-${ID}-${PARENT}-03`],
    // Additions of later versions are unknown, but the first fields are the same.
    [`cc-${ID}-${PARENT}-01`, SENT],
    [`cc-${ID}-${PARENT}-01-what-the-future-brings`, SENT],
  ])('is %s as %s', (header, trace) => {
    expect(parseOrCreateTraceParent(header)).toBe(trace);
  });

  it.each([
    ...['', 'nonsense', `${SENT} `, ` ${SENT}`, `${SENT}\n`, `${SENT}, ${SENT}`, `${SENT}-more`],
    ...[`ff-${ID}-${PARENT}-01`, `cc-${ID}-${PARENT}-01.more`, `0-${ID}-${PARENT}-01`],
    ...[`00-${ID.toUpperCase()}-${PARENT}-01`, `00-${ID}-${PARENT.toUpperCase()}-01`],
    ...[`00-${ID.slice(1)}-${PARENT}-01`, `00-${ID}0-${PARENT}-01`, `00-${ID}-${PARENT}-1`],
    ...[`00-${'0'.repeat(32)}-${PARENT}-01`, `00-${ID}-${'0'.repeat(16)}-01`],
    ...[`00-${'g'.repeat(32)}-${PARENT}-01`, `00-${ID}-${PARENT}-0g`, `00_${ID}_${PARENT}_01`],
  ])('is a new one, not sampled, instead of %j', (header) => {
    const trace = parseOrCreateTraceParent(header);
    expect(trace).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
    expect(trace).not.toContain(ID);
    expect(parseOrCreateTraceParent(header)).not.toBe(trace);
    expect(parseOrCreateTraceParent(trace)).toBe(trace);
  });

  it('continues with a new parent id, and the same trace id and flags', () => {
    expect(getTraceId(SENT)).toBe(ID);
    const next = createChildTraceParent(SENT);
    expect(next).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`));
    expect(next).not.toBe(SENT);
    expect(createChildTraceParent(SENT)).not.toBe(next);
    expect(parseOrCreateTraceParent(next)).toBe(next);
  });
});
