import {
  booleanField,
  computedField,
  objectField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../api';

/** A stored variant. All values are empty if the variant was not created. */
export interface UploadedVariant {
  /** Path of the folder. */
  readonly destination: string;
  /** Type of the uploaded image: jpg, png, gif, bmp or tiff. */
  readonly clientFileExt: string;
  /** Name of the uploaded image. */
  readonly clientFileName: string;
  /** Name of the stored file. */
  readonly fileName: string;
  readonly success: boolean;
}

/** The stored variants of an upload. An additional image has no medium variant. */
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

/** The response of uploadImage (specification, Utilities). */
export const uploadedImageRecord = defineRecord<UploadedImage>()('uploadedImage', {
  largeImage: variantField('largeImage'),
  mediumImage: variantField('mediumImage'),
  smallImage: variantField('smallImage'),
});

function variantField(key: keyof UploadedImage): RecordField<UploadedImage, object> {
  return computedField({
    schema: (nested) => nested(uploadedVariantRecord),
    serialize: (image, context) => uploadedVariantRecord.serialize(image[key], context),
    columns: [],
  });
}
