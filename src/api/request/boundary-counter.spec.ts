import { BoundaryCounter } from './boundary-counter';

const BOUNDARY = 'b0';
const body = [
  'a preamble\r\n--b0\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n-- b0\r\n--b',
  '\r\n--b0\r\nX: y\r\n\r\n\r\n--b0\r\n\r\n\r\n--b0--\r\nafter the end\r\n--b0\r\n',
].join('');

function count(pieces: readonly string[]): number {
  const delimiters = new BoundaryCounter(BOUNDARY);
  for (const piece of pieces) delimiters.push(Buffer.from(piece));
  return delimiters.partCount;
}

describe('BoundaryCounter', () => {
  it('counts the parts up to the closing delimiter', () => {
    expect(count([body])).toBe(3);
    expect(count(['--b0\r\nX: y\r\n\r\n1\r\n--b0--'])).toBe(1);
    expect(count(['--b0--\r\n'])).toBe(0);
    expect(count(['\r\n--b0--\r\n'])).toBe(0);
    expect(count(['nothing of the kind'])).toBe(0);
    expect(count([])).toBe(0);
  });

  it('counts the same with any chunks', () => {
    for (let cut = 0; cut <= body.length; cut++) {
      expect(count([body.slice(0, cut), body.slice(cut)])).toBe(3);
    }
    expect(count([...body])).toBe(3);
  });
});
