import { maxConnectionsByDescriptors } from './descriptors';

const limits = (
  files: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96384                96384                processes
Max open files            ${files}                 524288               files
Max locked memory         8388608              8388608              bytes
`;

describe('mostConnections', () => {
  it.each([
    ['1024', 462],
    ['256', 78],
    ['64', 1],
    ['unlimited', Infinity],
  ])('of %s descriptors are %d', (files, most) => {
    expect(maxConnectionsByDescriptors(limits(files))).toBe(most);
  });

  it('are not limited where nothing is known', () => {
    expect(maxConnectionsByDescriptors('')).toBe(Infinity);
  });

  it('are some for this process', () => {
    expect(maxConnectionsByDescriptors()).toBeGreaterThan(1);
  });
});
