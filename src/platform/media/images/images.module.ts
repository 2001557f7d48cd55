import { Module } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { Metrics } from '../../../core/metrics';
import { ImageCodec } from './image-codec';

/** Processing of images; the file store keeps the files. */
@Module({
  providers: [
    {
      provide: ImageCodec,
      inject: [Configuration, Metrics],
      useFactory: async (settings: Configuration, metrics: Metrics) => {
        const codec = new ImageCodec(settings, metrics);
        await codec.requireConfiguredLibrary();
        return codec;
      },
    },
  ],
  exports: [ImageCodec],
})
export class ImagesModule {}
