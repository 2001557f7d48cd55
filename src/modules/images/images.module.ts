import { Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Metrics } from '../../core/metrics';
import { chooseCodec } from './choose-codec';
import { ImageCodec } from './image-codec';
import { ImageWorker } from './image-worker';
import { MeasuredCodec } from './measured-codec';

/** What is made of pictures; where they are kept is the file store's affair. */
@Module({
  providers: [
    ImageWorker,
    {
      provide: ImageCodec,
      inject: [Configuration, ImageWorker, Metrics],
      useFactory: async (settings: Configuration, worker: ImageWorker, metrics: Metrics) =>
        new MeasuredCodec(await chooseCodec(settings, worker), metrics),
    },
  ],
  exports: [ImageCodec],
})
export class ImagesModule {}
