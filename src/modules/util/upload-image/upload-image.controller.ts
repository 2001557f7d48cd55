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
import { BODY_LIMIT_BYTES, imageForm, UploadImageDto } from './upload-image.dto';
import { uploadedImageRecord } from './upload-image.record';
import { UploadImageService } from './upload-image.service';

const imagesOpenApiTag: OpenApiTag = {
  name: 'Images',
  rank: 1300,
  description: 'Takes an image in and stores it in the sizes that the pages of the store need.',
};

/** Specification, Utilities: images for the static files of the store. */
@ApiController('util', { area: 'util', heading: imagesOpenApiTag, idempotencyKey: 'besideTheWork' })
export class UploadImageController {
  constructor(private readonly images: UploadImageService) {}

  @Operation('post', 'uploadImage', {
    summary: 'Upload an image and create its variants',
    description:
      'The image is told by its content: a JPEG, which stays one, or a PNG, GIF, BMP or TIFF, which become PNG, at ' +
      'most 20 MiB and 50 megapixels in a body of at most 32 MiB; metadata is dropped. Of a main image a large, a ' +
      'medium and a small variant are made, of an additional one a large and a small; `image`, `main` and `name` are ' +
      'all that is needed, as folders, sizes and names are configured. Besides JSON it takes `multipart/form-data`: ' +
      'choose that below Request body for a picture from your disk; members of members have their names with points ' +
      'between them, `params.largeImage.width`.',
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
    @RequestBody('data', { limit: BODY_LIMIT_BYTES, form: imageForm })
    body: UploadImageDto,
  ) {
    return this.images.upload(body);
  }
}
