import { asBuffer } from '../../threads/given-bytes';
import { outputOf } from './image-codec';
import { answerOf, beImageThread, type VariantsTask } from './image-task';
import { decodePicture } from './jimp/decode-picture';
import { makeVariants } from './jimp/make-variants';

beImageThread();

/** The bytes of each variant of a picture, made in JavaScript. */
export function variants(task: VariantsTask): Promise<unknown> {
  return answerOf(made(task));
}

async function made({ bytes, header, variants: wanted }: VariantsTask): Promise<Buffer[]> {
  const picture = await decodePicture(asBuffer(bytes), header);
  return makeVariants(picture, header.orientation, wanted, outputOf(header.type));
}
