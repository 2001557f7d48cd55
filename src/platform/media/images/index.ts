export {
  ImageQueueFull,
  ImageTooLarge,
  ImageTooManyPixels,
  ImageTimedOut,
  ImageUndecodable,
  NotAnImage,
} from './image-errors';
export { ImageCodec } from './image-codec';
export {
  type HandleVariant,
  type ImageHeader,
  type ValidatedImage,
  type Variant,
  toOutputType,
} from './variant';
export { ImagesModule } from './images.module';
export { validateImage } from './validate-image';
