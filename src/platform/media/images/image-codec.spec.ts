import { TaskError, type TaskFailure } from '../../../processes';
import { PrometheusMetrics } from '../../observability/metrics/prometheus-metrics';
import { ImageCodec } from './image-codec';
import { ImageQueueFull, ImageTimedOut } from './image-errors';
import { LibraryCodec } from './library-codec';
import type { ValidatedImage, HandleVariant } from './variant';

const image = {} as ValidatedImage;
const nobody: HandleVariant = () => Promise.resolve();
const codecOf = (imageCodec: 'auto' | 'sharp' | 'jimp', metrics = new PrometheusMetrics()) =>
  new ImageCodec({ imageCodec, imageMaxPixels: 50_000_000 }, metrics);

describe('an image codec', () => {
  /** Ends each picture in hand, which is made or fails. */
  const inHand: ((error?: Error) => void)[] = [];
  const end = async (error?: Error): Promise<void> => {
    while (inHand.length === 0) await Promise.resolve();
    inHand.shift()?.(error);
  };
  const makers: unknown[] = [];
  beforeEach(() => {
    jest.spyOn(LibraryCodec.prototype, 'variants').mockImplementation(function (
      this: LibraryCodec,
    ) {
      makers.push((this as unknown as { library: string }).library);
      return new Promise((resolve, reject) => {
        inHand.push((error) => (error ? reject(error) : resolve()));
      });
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    makers.length = 0;
  });

  describe('with metrics', () => {
    const metrics = new PrometheusMetrics();
    const codec = codecOf('jimp', metrics);
    const told = async (name: string) =>
      Number(new RegExp(`^store_${name} (\\d+)$`, 'm').exec(await metrics.text())?.[1]);

    it('tells how many pictures are in hand', async () => {
      expect(await told('images_in_flight')).toBe(0);
      const first = codec.variants(image, [], nobody);
      const second = codec.variants(image, [], nobody);
      expect(await told('images_in_flight')).toBe(2);
      await end();
      await first;
      expect(await told('images_in_flight')).toBe(1);
      const late = expect(second).rejects.toBeInstanceOf(ImageTimedOut);
      await end(new ImageTimedOut());
      await late;
      expect(await told('images_in_flight')).toBe(0);
      expect(await told('images_refused_total')).toBe(0);
    });

    it('tells how many were refused, but for those that nobody waited for any more', async () => {
      const refused = expect(codec.variants(image, [], nobody)).rejects.toBeInstanceOf(
        ImageQueueFull,
      );
      await end(new ImageQueueFull());
      await refused;
      expect(await told('images_refused_total')).toBe(1);
      const client = new AbortController();
      const left = codec.variants(image, [], nobody, client.signal);
      client.abort();
      const away = expect(left).rejects.toBeInstanceOf(ImageQueueFull);
      await end(new ImageQueueFull());
      await away;
      expect(await told('images_refused_total')).toBe(1);
      expect(await told('images_in_flight')).toBe(0);
    });
  });

  const loadFailing = (...reasons: TaskFailure[]): jest.SpyInstance => {
    const load = jest.spyOn(LibraryCodec.prototype, 'load').mockResolvedValue();
    for (const reason of reasons) load.mockRejectedValueOnce(new TaskError(reason));
    return load;
  };
  const one = async (codec: ImageCodec): Promise<void> => {
    const made = codec.variants(image, [], nobody);
    await end();
    await made;
  };

  it('takes sharp where it loads, found out with the first picture, else jimp', async () => {
    const load = loadFailing();
    const codec = codecOf('auto');
    await codec.check();
    expect(load).not.toHaveBeenCalled();
    await one(codec);
    await one(codec);
    expect(load).toHaveBeenCalledTimes(1);
    load.mockRejectedValueOnce(new TaskError('missing'));
    await one(codecOf('auto'));
    expect(makers).toEqual(['sharp', 'sharp', 'jimp']);
  });

  it('asks again where no process starts', async () => {
    loadFailing('busy');
    const codec = codecOf('auto');
    await expect(codec.variants(image, [], nobody)).rejects.toBeInstanceOf(ImageQueueFull);
    await one(codec);
    expect(makers).toEqual(['sharp']);
  });

  it('ends the start where sharp is asked for and does not load', async () => {
    loadFailing('missing');
    await expect(codecOf('sharp').check()).rejects.toThrow(/sharp does not load here/);
    await codecOf('sharp').check();
    await codecOf('jimp').check();
  });
});
