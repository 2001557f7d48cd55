import { Injectable } from '@nestjs/common';
import {
  type FilePath,
  FileStore,
  FileTaken,
  FolderNotFound,
  joinPath,
  type StagedFile,
} from '../../../platform/media/files';
import type { HandleVariant } from '../../../platform/media/images';
import { FolderCreator } from './folder-creator';
import { toFileName } from './image-names';
import type { UploadPlan } from './upload-plan';

/** How often a folder that others keep removing is made anew. */
const MAX_ATTEMPTS = 5;

/** More images of one name than anybody has; something else is wrong then. */
const MAX_NUMBER = 1_000_000;

/** What an upload wants stored. */
interface VariantUpload {
  readonly plan: UploadPlan;
  readonly extension: string;
  readonly overwrite: boolean;
}

/** Keeps the variants of an image: all of them or none, under names that belong together. */
@Injectable()
export class VariantStore {
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(private readonly files: FileStore) {}

  /**
   * @param make gives each variant of the plan, by its place there
   * @returns the path of each variant
   * @throws what making and publishing throw; then no file and no folder was made
   */
  async store(
    upload: VariantUpload,
    make: (take: HandleVariant) => Promise<void>,
  ): Promise<readonly FilePath[]> {
    const staged: StagedFile[] = [];
    const folders = new FolderCreator(this.files);
    try {
      await make(async (index, content) => {
        staged[index] = await this.files.stage(content);
      });
      const name = () => this.publishWithFreeNumber(upload, staged, folders);
      return await this.runInOrder(toVariantPaths(upload, 0).join('\n'), name);
    } catch (error) {
      await folders.undo();
      throw error;
    } finally {
      // Of those that were never made there is nothing.
      await this.files.discard(staged.filter(Boolean));
    }
  }

  /** Images of one name find their numbers one after the other: else all but one would try in vain. */
  private async runInOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.catch(() => undefined);
    this.queues.set(name, ended);
    try {
      return await mine;
    } finally {
      if (this.queues.get(name) === ended) this.queues.delete(name);
    }
  }

  /** Finds the first number whose names are free; the store decides, so of many uploads each gets its own. */
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
        const isOver = upload.overwrite || number > MAX_NUMBER;
        if (isOver || !(error instanceof FileTaken)) throw error;
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
        // Between the making of a folder and this somebody has removed it.
        if (!(error instanceof FolderNotFound) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * A number from `first` on whose names are free, as far as can be seen: with ever larger steps up to one,
   * then by halves back to where the free ones begin. A thousand images of one name cost twenty looks.
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

  /** Whether a name of the call has been given away. */
  private async isTaken(upload: VariantUpload, number: number): Promise<boolean> {
    const found = toVariantPaths(upload, number).map((path) => this.files.stat(path));
    return (await Promise.all(found)).some((one) => one !== undefined);
  }
}

function toVariantPaths({ plan, extension }: VariantUpload, number: number): FilePath[] {
  return plan.variants.map(({ folder, pattern }) =>
    joinPath(folder, toFileName(plan.base, number, pattern, extension), '/name'),
  );
}
