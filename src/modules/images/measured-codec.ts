import type { Counter, Metrics } from '../../core/metrics';
import { ImageCodec, type JudgedImage, type Variant } from './image-codec';
import { ImagesBusy } from './image-errors';

/** Another codec, and how much it has to do. */
export class MeasuredCodec extends ImageCodec {
  private inHand = 0;
  private readonly refused: Counter<never>;

  constructor(
    private readonly codec: ImageCodec,
    metrics: Metrics,
  ) {
    super();
    metrics.gauge(
      {
        name: 'images_in_flight',
        help: 'Pictures whose variants are being made, those that wait for their turn included',
      },
      () => this.inHand,
    );
    this.refused = metrics.counter({
      name: 'images_refused_total',
      help: 'Pictures that were refused because too many were waiting, or for too long',
    });
  }

  override async variants(
    image: JudgedImage,
    variants: readonly Variant[],
  ): Promise<readonly Buffer[]> {
    this.inHand += 1;
    try {
      return await this.codec.variants(image, variants);
    } catch (error) {
      if (error instanceof ImagesBusy) this.refused.add({});
      throw error;
    } finally {
      this.inHand -= 1;
    }
  }
}
