import { answerOf, beImageThread, type VariantsTask } from './image-task';
import { makeVariants } from './sharp/make-variants';

beImageThread();

/** The bytes of each variant of a picture, made by libvips in libuv's threads. */
export function variants(task: VariantsTask): Promise<unknown> {
  return answerOf(makeVariants(task));
}
