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
  type VariantHandler,
  type ImageHeader,
  type ValidatedImage,
  type ImageVariant,
  toOutputType,
} from './variant';
export { ImagesModule } from './images.module';
export { validateImage } from './validate-image';
