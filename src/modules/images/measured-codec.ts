import type { Counter, Metrics } from '../../core/metrics';
import { ImageCodec, type JudgedImage, type TakeVariant, type Variant } from './image-codec';
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
    take: TakeVariant,
    gone?: AbortSignal,
  ): Promise<void> {
    this.inHand += 1;
    try {
      await this.codec.variants(image, variants, take, gone);
    } catch (error) {
      if (error instanceof ImagesBusy && gone?.aborted !== true) this.refused.add({});
      throw error;
    } finally {
      this.inHand -= 1;
    }
  }
}
