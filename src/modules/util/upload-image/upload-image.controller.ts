import { ApiController, RequestBody, type OpenApiTag, Operation } from '../../../api';
import {
  ExecutableFileName,
  FileStoreBusy,
  FileStoreFull,
  FileStoreUnavailable,
  FileTaken,
  FolderNotFound,
  NotAFile,
  NotAFolder,
  PathThroughFile,
  PathTooLong,
} from '../../../platform/media/files';
import {
  ImageQueueFull,
  ImageTooLarge,
  ImageTooManyPixels,
  ImageTimedOut,
  ImageUndecodable,
  NotAnImage,
} from '../../../platform/media/images';
import { BODY_LIMIT_BYTES, imageFormField, UploadImageDto } from './upload-image.dto';
import { uploadedImageRecord } from './upload-image.record';
import { UploadImageService } from './upload-image.service';

const imagesOpenApiTag: OpenApiTag = {
  name: 'Images',
  position: 1300,
  description: 'Uploads of images, which are stored in the sizes that the pages of the store need.',
};

/** Uploads of images to the static files of the store (specification, Utilities). */
@ApiController('util', {
  area: 'util',
  openApiTag: imagesOpenApiTag,
  idempotencyMode: 'storedAfterWork',
})
export class UploadImageController {
  constructor(private readonly images: UploadImageService) {}

  @Operation('post', 'uploadImage', {
    summary: 'Upload an image and create its variants',
    description:
      'Stores a JPEG, or a PNG, GIF, BMP or TIFF as PNG, of at most 20 MiB and 50 megapixels, without metadata. A main image gets a large, a medium and a ' +
      'small variant, an additional image a large and a small one. The body (at most 32 MiB) is JSON, or `multipart/form-data` ' +
      'with names such as `params.largeImage.width`.',
    returns: uploadedImageRecord,
    status: 201,
    cost: 'HEAVY',
    scope: 'files:write',
    errors: [
      ImageTooLarge,
      ImageTooManyPixels,
      ExecutableFileName,
      NotAnImage,
      ImageUndecodable,
      FileTaken,
      FolderNotFound,
      NotAFile,
      NotAFolder,
      PathThroughFile,
      PathTooLong,
      FileStoreFull,
      FileStoreUnavailable,
      FileStoreBusy,
      ImageQueueFull,
      ImageTimedOut,
    ],
  })
  uploadImage(
    @RequestBody('data', { maxBytes: BODY_LIMIT_BYTES, formAlternative: imageFormField })
    body: UploadImageDto,
  ) {
    return this.images.upload(body);
  }
}
