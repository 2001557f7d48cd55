import { readFileSync } from 'node:fs';
import { childrenOf, residentMemoryOf } from '../../../../test/support/servers/child-processes';
import { pictureBombs } from '../../../../test/support/pictures/picture-bombs';
import { picture, readQuarters } from '../../../../test/support/pictures/pictures';
import { collectVariants } from '../../../../test/support/pictures/collect-variants';
import { DomainError } from '../../../core/errors';
import type { ImageVariant } from './variant';
import { validateImage } from './validate-image';
import { LibraryCodec } from './library-codec';

const MAX_PIXELS = 50_000_000;
const plain: ImageVariant = { flipHorizontally: false, flipVertically: false, quality: 80 };
const small: ImageVariant = { ...plain, resizeTarget: { kind: 'inside', width: 600, height: 600 } };

const BYTES_PER_MIB = 1024 * 1024;
/** Memory of the service and its processes, together. */
const MAX_TOTAL_MIB = 700;
/** Memory of the service. It is mocked, because the process of the specs holds much else. */
const SERVICE_MIB = 180;
/** Maximum processor time of a picture, for which others have to wait. */
const MAX_SECONDS = 5;

let bombs: Readonly<Record<string, Buffer>>;
beforeAll(async () => {
  bombs = await pictureBombs();
});

// Memory and processor time are read from /proc.
(process.platform === 'linux' ? describe : describe.skip).each(['sharp', 'jimp'] as const)(
  'malicious files, by %s',
  (library) => {
    const codec = new LibraryCodec(library);
    beforeAll(() => {
      jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(SERVICE_MIB * BYTES_PER_MIB);
    });
    afterAll(() => {
      jest.restoreAllMocks();
      codec.end();
    });

    /** @returns the outcome for a file: `right` if it shows the test picture */
    const make = async (bytes: Buffer): Promise<string> => {
      try {
        const header = validateImage(bytes, MAX_PIXELS);
        const image = { bytes: Buffer.from(bytes), header };
        const [made] = await collectVariants((take) => codec.createVariants(image, [small], take));
        return (await readQuarters(made!)).join() === '0,1,2,3' ? 'right' : 'made';
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return `${error.status} ${error.code}`;
      }
    };

    it('are processed or rejected within the limits of memory and time', async () => {
      expect(Object.keys(bombs).length).toBeGreaterThanOrEqual(46);
      const outcomes: Record<string, string> = {};
      const exceeding: string[] = [];
      for (const [name, bytes] of Object.entries(bombs)) {
        const before = childSeconds();
        outcomes[name] = await make(bytes);
        const seconds = childSeconds() - before;
        const peaks = childrenOf(process.pid).map((id) => residentMemoryOf(id, 'VmHWM') ?? 0);
        if (seconds > MAX_SECONDS) exceeding.push(`${name}: ${seconds} s`);
        const total = peaks.reduce((sum, peak) => sum + peak, SERVICE_MIB);
        if (total > MAX_TOTAL_MIB) exceeding.push(`${name}: ${total} MiB`);
      }
      expect(exceeding).toEqual([]);
      const known = ['right', 'made', '413 image.tooManyPixels', '422 image.undecodable'];
      const others = Object.entries(outcomes).filter(([, outcome]) => !known.includes(outcome));
      expect(others).toEqual([]);
      expect(outcomes).toMatchObject({
        'a PNG with a colour profile of 100 MB': 'right',
        'a PNG with 32 texts of 8 MB': 'right',
        'a PNG with a hundred texts of 100 MB': 'right',
        'a PNG of a million frames': 'right',
        'a PNG of 32,767 x 1': 'made',
        'a PNG of 1 x 32,767': 'made',
        'a PNG of 32,768 x 1': '413 image.tooManyPixels',
        'a PNG that is cut short': '422 image.undecodable',
        'a JPEG of a thousand scans': '422 image.undecodable',
        'a JPEG whose profile is damaged': 'right',
        'a JPEG with a piece of its profile': 'right',
        'a JPEG that is cut short': '422 image.undecodable',
        'a GIF of a million frames': 'right',
        'a GIF that is cut short': '422 image.undecodable',
        'a BMP that is cut short': '422 image.undecodable',
        'a TIFF whose directory is its next one': 'made',
        'a TIFF that is cut short': '422 image.undecodable',
      });
      const good = await picture().png().toBuffer();
      const image = { bytes: Buffer.from(good), header: validateImage(good, MAX_PIXELS) };
      const [made] = await collectVariants((take) => codec.createVariants(image, [plain], take));
      expect(await readQuarters(made!)).toEqual([0, 1, 2, 3]);
    });
  },
);

/** Processor time of all child processes so far. */
function childSeconds(): number {
  const ended = timesOf(process.pid).slice(2);
  const alive = childrenOf(process.pid).flatMap((id) => timesOf(id).slice(0, 2));
  return [...ended, ...alive].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100;

/** Ticks of a process in user and system mode, and those of its ended children; empty once it has ended. */
function timesOf(id: number): number[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
  } catch {
    return [];
  }
}
