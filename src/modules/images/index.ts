export {
  ImagesBusy,
  ImageTooLarge,
  ImageTooManyPixels,
  ImageTooSlow,
  ImageUndecodable,
  NoImage,
} from './image-errors';
export {
  ImageCodec,
  type JudgedImage,
  outputOf,
  type OutputType,
  type TakeVariant,
  type Variant,
} from './image-codec';
export type { ImageHeader, ImageType } from './headers/image-header';
export { ImagesModule } from './images.module';
export { judgeImage } from './judge-image';
export type { Target } from './target-size';
