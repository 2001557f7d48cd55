import { Module } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Metrics } from '../../../core/metrics';
import { ImageCodec } from './image-codec';

/** What is made of pictures; where they are kept is the file store's affair. */
@Module({
  providers: [
    {
      provide: ImageCodec,
      inject: [Configuration, Metrics],
      useFactory: async (settings: Configuration, metrics: Metrics) => {
        const codec = new ImageCodec(settings, metrics);
        await codec.check();
        return codec;
      },
    },
  ],
  exports: [ImageCodec],
})
export class ImagesModule {}
