import { PrometheusMetrics } from '../metrics/prometheus-metrics';
import { ImageCodec, type JudgedImage } from './image-codec';
import { ImagesBusy, ImageTooSlow } from './image-errors';
import { MeasuredCodec } from './measured-codec';

const image = {} as JudgedImage;

/** Ends when it is told to. */
class HeldCodec extends ImageCodec {
  end: (error?: Error) => void = () => undefined;

  override variants(): Promise<readonly Buffer[]> {
    return new Promise((resolve, reject) => {
      this.end = (error) => (error ? reject(error) : resolve([Buffer.from('made')]));
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
    const first = codec.variants(image, []);
    const { end } = held;
    const second = codec.variants(image, []);
    expect(await told('images_in_flight')).toBe(2);
    end();
    expect(await first).toEqual([Buffer.from('made')]);
    expect(await told('images_in_flight')).toBe(1);
    held.end(new ImageTooSlow());
    await expect(second).rejects.toBeInstanceOf(ImageTooSlow);
    expect(await told('images_in_flight')).toBe(0);
    expect(await told('images_refused_total')).toBe(0);
  });

  it('tells how many were refused', async () => {
    const refused = codec.variants(image, []);
    held.end(new ImagesBusy());
    await expect(refused).rejects.toBeInstanceOf(ImagesBusy);
    expect(await told('images_refused_total')).toBe(1);
    expect(await told('images_in_flight')).toBe(0);
  });
});
