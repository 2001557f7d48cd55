import { PrometheusMetrics } from '../metrics/prometheus-metrics';
import { ImageCodec, type JudgedImage, type TakeVariant } from './image-codec';
import { ImagesBusy, ImageTooSlow } from './image-errors';
import { MeasuredCodec } from './measured-codec';

const image = {} as JudgedImage;
const nobody: TakeVariant = () => Promise.resolve();

/** Ends when it is told to. */
class HeldCodec extends ImageCodec {
  end: (error?: Error) => void = () => undefined;

  override variants(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.end = (error) => (error ? reject(error) : resolve());
    });
  }
}

describe('a measured codec', () => {
  const metrics = new PrometheusMetrics();
  const held = new HeldCodec();
  const codec = new MeasuredCodec(held, metrics);
  const told = async (name: string) =>
    Number(new RegExp(`^store_${name} (\\d+)$`, 'm').exec(await metrics.text())?.[1]);

  it('tells how many pictures are in hand', async () => {
    expect(await told('images_in_flight')).toBe(0);
    const first = codec.variants(image, [], nobody);
    const { end } = held;
    const second = codec.variants(image, [], nobody);
    expect(await told('images_in_flight')).toBe(2);
    end();
    await first;
    expect(await told('images_in_flight')).toBe(1);
    held.end(new ImageTooSlow());
    await expect(second).rejects.toBeInstanceOf(ImageTooSlow);
    expect(await told('images_in_flight')).toBe(0);
    expect(await told('images_refused_total')).toBe(0);
  });

  it('tells how many were refused', async () => {
    const refused = codec.variants(image, [], nobody);
    held.end(new ImagesBusy());
    await expect(refused).rejects.toBeInstanceOf(ImagesBusy);
    expect(await told('images_refused_total')).toBe(1);
    expect(await told('images_in_flight')).toBe(0);
  });

  it('does not count those that nobody waited for any more', async () => {
    const client = new AbortController();
    const left = codec.variants(image, [], nobody, client.signal);
    client.abort();
    held.end(new ImagesBusy());
    await expect(left).rejects.toBeInstanceOf(ImagesBusy);
    expect(await told('images_refused_total')).toBe(1);
  });
});
