import { Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Metrics } from '../../core/metrics';
import { chooseCodec } from './choose-codec';
import { ImageCodec } from './image-codec';
import { ImageThreads } from './image-threads';
import { MeasuredCodec } from './measured-codec';

/** What is made of pictures; where they are kept is the file store's affair. */
@Module({
  providers: [
    ImageThreads,
    {
      provide: ImageCodec,
      inject: [Configuration, ImageThreads, Metrics],
      useFactory: async (settings: Configuration, threads: ImageThreads, metrics: Metrics) =>
        new MeasuredCodec(await chooseCodec(settings, threads), metrics),
    },
  ],
  exports: [ImageCodec],
})
export class ImagesModule {}
