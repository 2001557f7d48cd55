import { Injectable } from '@nestjs/common';
import {
  type FilePath,
  FileStore,
  FileTaken,
  FolderNotFound,
  joinPath,
  type StagedFile,
} from '../../../platform/media/files';
import type { VariantHandler } from '../../../platform/media/images';
import { FolderCreator } from './folder-creator';
import { toFileName } from './image-names';
import type { UploadPlan } from './upload-plan';

/** Maximum number of attempts to create a folder that others keep removing. */
const MAX_FOLDER_ATTEMPTS = 5;

/** A number that no name reaches unless something is wrong. */
const MAX_FILE_NUMBER = 1_000_000;

/** An upload that is to be stored. */
interface VariantUpload {
  readonly plan: UploadPlan;
  readonly extension: string;
  readonly overwrite: boolean;
}

/** Stores the variants of an image, all or none, under names with the same number. */
@Injectable()
export class VariantStore {
  private readonly lastTasks = new Map<string, Promise<unknown>>();

  constructor(private readonly files: FileStore) {}

  /**
   * Stores the variants of a plan.
   * @param createVariants creates the variants and passes each with its index in the plan
   * @returns the path of each variant
   * @throws the errors of creating and publishing; then no file or folder is left
   */
  async store(
    upload: VariantUpload,
    createVariants: (handleVariant: VariantHandler) => Promise<void>,
  ): Promise<readonly FilePath[]> {
    const staged: StagedFile[] = [];
    const folders = new FolderCreator(this.files);
    try {
      await createVariants(async (index, content) => {
        staged[index] = await this.files.stage(content);
      });
      const publish = () => this.publishWithFreeNumber(upload, staged, folders);
      return await this.runInOrder(toVariantPaths(upload, 0).join('\n'), publish);
    } catch (error) {
      await folders.undo();
      throw error;
    } finally {
      // Variants that were not created leave holes in the array.
      await this.files.discard(staged.filter(Boolean));
    }
  }

  /**
   * Serializes images with the same name. Otherwise all but one would fail to publish under the number that they found
   * free.
   */
  private async runInOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.lastTasks.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.catch(() => undefined);
    this.lastTasks.set(name, ended);
    try {
      return await mine;
    } finally {
      if (this.lastTasks.get(name) === ended) this.lastTasks.delete(name);
    }
  }

  /**
   * Publishes under the first number whose names are free. The store decides atomically, so concurrent uploads get
   * different numbers.
   */
  private async publishWithFreeNumber(
    upload: VariantUpload,
    staged: readonly StagedFile[],
    folders: FolderCreator,
  ): Promise<readonly FilePath[]> {
    for (let number = 0; ; number = await this.findFreeNumber(upload, number + 1)) {
      const paths = toVariantPaths(upload, number);
      try {
        await this.publish(paths, staged, upload, folders);
        return paths;
      } catch (error) {
        const isLastAttempt = upload.overwrite || number > MAX_FILE_NUMBER;
        if (isLastAttempt || !(error instanceof FileTaken)) throw error;
      }
    }
  }

  private async publish(
    paths: readonly FilePath[],
    staged: readonly StagedFile[],
    { plan, overwrite }: VariantUpload,
    folders: FolderCreator,
  ): Promise<void> {
    const files = staged.map((file, index) => ({ staged: file, path: paths[index] as FilePath }));
    for (let attempt = 1; ; attempt++) {
      for (const { folder } of plan.variants) await folders.createWithParents(folder);
      try {
        await this.files.publish(files, { replace: overwrite });
        return;
      } catch (error) {
        // The folder was removed after it was created.
        if (!(error instanceof FolderNotFound) || attempt === MAX_FOLDER_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Finds a number from `first` on whose names seem to be free. The search doubles its steps until a number is free,
   * and then bisects. For a thousand images with the same name it takes twenty checks.
   */
  private async findFreeNumber(upload: VariantUpload, first: number): Promise<number> {
    if (!(await this.isTaken(upload, first))) return first;
    let taken = first;
    let free = first + 1;
    for (let step = 1; await this.isTaken(upload, free); step *= 2) {
      taken = free;
      free += step;
    }
    while (free - taken > 1) {
      const middle = Math.floor((taken + free) / 2);
      if (await this.isTaken(upload, middle)) taken = middle;
      else free = middle;
    }
    return free;
  }

  /** Whether any file name with the number exists. */
  private async isTaken(upload: VariantUpload, number: number): Promise<boolean> {
    const found = toVariantPaths(upload, number).map((path) => this.files.stat(path));
    return (await Promise.all(found)).some((one) => one !== undefined);
  }
}

function toVariantPaths({ plan, extension }: VariantUpload, number: number): FilePath[] {
  return plan.variants.map(({ folder, pattern }) =>
    joinPath(
      folder,
      toFileName({ baseName: plan.baseName, suffixNumber: number, pattern, extension }),
      '/name',
    ),
  );
}
