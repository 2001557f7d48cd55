import {
  booleanField,
  computedField,
  objectField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../api';

/** A variant as it was stored; of one that was not made all is empty. */
export interface UploadedVariant {
  /** Path of the folder. */
  readonly destination: string;
  /** Type of the image that came in: jpg, png, gif, bmp or tiff. */
  readonly clientFileExt: string;
  /** The name that came in. */
  readonly clientFileName: string;
  /** The name that the file has got. */
  readonly fileName: string;
  readonly success: boolean;
}

/** What an upload has made; for an additional image the additional variants. */
export interface UploadedImage {
  readonly largeImage: UploadedVariant;
  readonly mediumImage: UploadedVariant;
  readonly smallImage: UploadedVariant;
}

const uploadedVariantRecord = defineRecord<UploadedVariant>()('uploadedVariant', {
  destination: stringField('destination'),
  image: objectField({
    clientFileExt: stringField('clientFileExt'),
    clientFileName: stringField('clientFileName'),
    fileName: stringField('fileName'),
    success: booleanField('success'),
  }),
});

/** Specification, Utilities: the answer of uploadImage. */
export const uploadedImageRecord = defineRecord<UploadedImage>()('uploadedImage', {
  largeImage: variantField('largeImage'),
  mediumImage: variantField('mediumImage'),
  smallImage: variantField('smallImage'),
});

function variantField(key: keyof UploadedImage): RecordField<UploadedImage, object> {
  return computedField({
    schema: (nested) => nested(uploadedVariantRecord),
    write: (image, context) => uploadedVariantRecord.write(image[key], context),
    needs: [],
  });
}
