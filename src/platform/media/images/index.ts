export {
  ImageQueueFull,
  ImageTooLarge,
  ImageTooManyPixels,
  ImageTimedOut,
  ImageUndecodable,
  NotAnImage,
} from './image-errors';
export { ImageCodec } from './image-codec';
export { type ValidatedImage, toOutputType, type HandleVariant, type Variant } from './variant';
export type { ImageHeader } from './headers/image-header';
export { ImagesModule } from './images.module';
export { validateImage } from './validate-image';
