import { Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration';
import { Metrics } from '../../core/metrics';
import { chooseCodec } from './choose-codec';
import { ImageCodec } from './image-codec';
import { ImageProcesses } from './image-processes';
import { MeasuredCodec } from './measured-codec';

/** What is made of pictures; where they are kept is the file store's affair. */
@Module({
  providers: [
    ImageProcesses,
    {
      provide: ImageCodec,
      inject: [Configuration, ImageProcesses, Metrics],
      useFactory: async (settings: Configuration, processes: ImageProcesses, metrics: Metrics) =>
        new MeasuredCodec(await chooseCodec(settings, processes), metrics),
    },
  ],
  exports: [ImageCodec],
})
export class ImagesModule {}
