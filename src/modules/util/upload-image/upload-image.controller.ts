import { ApiController, Body, type Heading, Operation } from '../../../api';
import {
  ExecutableName,
  FileStoreBusy,
  FileStoreFull,
  FileStoreUnavailable,
  FileTaken,
  FolderNotFound,
  NotAFile,
  NotAFolder,
  PathThroughFile,
  PathTooLong,
} from '../../files';
import {
  ImagesBusy,
  ImageTooLarge,
  ImageTooManyPixels,
  ImageTooSlow,
  ImageUndecodable,
  NoImage,
} from '../../images';
import { BODY_LIMIT, UploadImageDto } from './upload-image.dto';
import { uploadedImageRecord } from './upload-image.record';
import { UploadImageService } from './upload-image.service';

const imagesHeading: Heading = {
  name: 'Images',
  rank: 2200,
  description: 'Takes an image in and stores it in the sizes that the pages of the store need.',
};

/** Specification, Utilities: images for the static files of the store. */
@ApiController('util', { area: 'util', heading: imagesHeading, idempotencyKey: 'besideTheWork' })
export class UploadImageController {
  constructor(private readonly images: UploadImageService) {}

  @Operation('post', 'uploadImage', {
    summary: 'Upload an image and create its variants',
    description:
      'The image is told by its content: JPEG, PNG, GIF, BMP or TIFF, at most 20 MiB and 50 megapixels; ' +
      'the body may have 32 MiB. A JPEG stays one, all others become PNG. Metadata is dropped. Of a main ' +
      'image a large, a medium and a small variant are made, of an additional one a large and a small. `image`, ' +
      '`main` and `name` are all that is needed: folders, sizes and names are configured.',
    returns: uploadedImageRecord,
    status: 201,
    cost: 'HEAVY',
    scope: 'files:write',
    errors: [
      ...[ImageTooLarge, ImageTooManyPixels, ExecutableName, NoImage, ImageUndecodable],
      ...[FileTaken, FolderNotFound, NotAFile, NotAFolder, PathThroughFile, PathTooLong],
      ...[FileStoreFull, FileStoreUnavailable, FileStoreBusy, ImagesBusy, ImageTooSlow],
    ],
  })
  uploadImage(@Body('data', { limit: BODY_LIMIT }) body: UploadImageDto) {
    return this.images.upload(body);
  }
}
