import { TaskError, type TaskFailure } from '../../../processes';
import { PrometheusMetrics } from '../../observability/metrics/prometheus-metrics';
import { ImageCodec } from './image-codec';
import { ImageQueueFull, ImageTimedOut } from './image-errors';
import { LibraryCodec } from './library-codec';
import type { ValidatedImage, VariantHandler } from './variant';

const image = {} as ValidatedImage;
const ignoreVariant: VariantHandler = () => Promise.resolve();
const codecOf = (imageCodec: 'auto' | 'sharp' | 'jimp', metrics = new PrometheusMetrics()) =>
  new ImageCodec({ imageCodec }, metrics);

describe('an image codec', () => {
  /** Each function ends one picture in flight, which succeeds or fails. */
  const pending: ((error?: Error) => void)[] = [];
  const end = async (error?: Error): Promise<void> => {
    while (pending.length === 0) await Promise.resolve();
    pending.shift()?.(error);
  };
  const libraries: unknown[] = [];
  beforeEach(() => {
    jest.spyOn(LibraryCodec.prototype, 'createVariants').mockImplementation(function (
      this: LibraryCodec,
    ) {
      libraries.push((this as unknown as { library: string }).library);
      return new Promise((resolve, reject) => {
        pending.push((error) => (error ? reject(error) : resolve()));
      });
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    libraries.length = 0;
  });

  describe('with metrics', () => {
    const metrics = new PrometheusMetrics();
    const codec = codecOf('jimp', metrics);
    const readMetric = async (name: string) =>
      Number(new RegExp(`^store_${name} (\\d+)$`, 'm').exec(await metrics.formatMetrics())?.[1]);

    it('reports the number of pictures in flight', async () => {
      expect(await readMetric('images_in_flight')).toBe(0);
      const first = codec.createVariants(image, [], ignoreVariant);
      const second = codec.createVariants(image, [], ignoreVariant);
      expect(await readMetric('images_in_flight')).toBe(2);
      await end();
      await first;
      expect(await readMetric('images_in_flight')).toBe(1);
      const late = expect(second).rejects.toBeInstanceOf(ImageTimedOut);
      await end(new ImageTimedOut());
      await late;
      expect(await readMetric('images_in_flight')).toBe(0);
      expect(await readMetric('images_refused_total')).toBe(0);
    });

    it('reports the number of refused pictures without aborted ones', async () => {
      const refused = expect(codec.createVariants(image, [], ignoreVariant)).rejects.toBeInstanceOf(
        ImageQueueFull,
      );
      await end(new ImageQueueFull());
      await refused;
      expect(await readMetric('images_refused_total')).toBe(1);
      const client = new AbortController();
      const aborted = codec.createVariants(image, [], ignoreVariant, client.signal);
      client.abort();
      const rejected = expect(aborted).rejects.toBeInstanceOf(ImageQueueFull);
      await end(new ImageQueueFull());
      await rejected;
      expect(await readMetric('images_refused_total')).toBe(1);
      expect(await readMetric('images_in_flight')).toBe(0);
    });
  });

  const loadFailing = (...reasons: TaskFailure[]): jest.SpyInstance => {
    const load = jest.spyOn(LibraryCodec.prototype, 'load').mockResolvedValue();
    for (const reason of reasons) load.mockRejectedValueOnce(new TaskError(reason));
    return load;
  };
  const one = async (codec: ImageCodec): Promise<void> => {
    const made = codec.createVariants(image, [], ignoreVariant);
    await end();
    await made;
  };

  it('uses sharp if it loads (checked with the first picture), or else jimp', async () => {
    const load = loadFailing();
    const codec = codecOf('auto');
    await codec.requireConfiguredLibrary();
    expect(load).not.toHaveBeenCalled();
    await one(codec);
    await one(codec);
    expect(load).toHaveBeenCalledTimes(1);
    load.mockRejectedValueOnce(new TaskError('missing'));
    await one(codecOf('auto'));
    expect(libraries).toEqual(['sharp', 'sharp', 'jimp']);
  });

  it('checks again if no process could be started', async () => {
    loadFailing('busy');
    const codec = codecOf('auto');
    await expect(codec.createVariants(image, [], ignoreVariant)).rejects.toBeInstanceOf(
      ImageQueueFull,
    );
    await one(codec);
    expect(libraries).toEqual(['sharp']);
  });

  it("fails at startup if sharp is required but doesn't load", async () => {
    loadFailing('missing');
    await expect(codecOf('sharp').requireConfiguredLibrary()).rejects.toThrow(
      /sharp does not load here/,
    );
    await codecOf('sharp').requireConfiguredLibrary();
    await codecOf('jimp').requireConfiguredLibrary();
  });
});
