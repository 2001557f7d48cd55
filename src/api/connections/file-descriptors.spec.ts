import { getMaxConnectionsByFileDescriptors } from './file-descriptors';

const limits = (
  files: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96384                96384                processes
Max open files            ${files}                 524288               files
Max locked memory         8388608              8388608              bytes
`;

describe('maxConnectionsByFileDescriptors', () => {
  it.each([
    ['1024', 462],
    ['256', 78],
    ['64', 1],
    ['unlimited', Infinity],
  ])('with %s descriptors is %d', (files, max) => {
    expect(getMaxConnectionsByFileDescriptors(limits(files))).toBe(max);
  });

  it('is unlimited if the limit is unknown', () => {
    expect(getMaxConnectionsByFileDescriptors('')).toBe(Infinity);
  });

  it('is positive for this process', () => {
    expect(getMaxConnectionsByFileDescriptors()).toBeGreaterThan(1);
  });
});
