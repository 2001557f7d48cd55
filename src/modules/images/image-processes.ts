import { availableParallelism } from 'node:os';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ImagesBusy, ImageTooSlow, ImageUndecodable } from './image-errors';
import type { TakeVariant } from './image-codec';
import type { CodecAnswer, Library, VariantsTask } from './image-task';
import { isTooMuch } from './picture-memory';
import { CodecProcess, LibraryMissing, ProcessEnded } from './process/codec-process';

/** Pictures at a time, each in a process of its own. Of sharp's, one processor is left to requests. */
export const picturesAtOnce: Readonly<Record<Library, number>> = {
  sharp: Math.max(1, Math.min(2, availableParallelism() - 1)),
  jimp: 1,
};

/** How long a process is idle before it ends, and its memory with it. */
const IDLE_MS = 5_000;

/** Between two looks at the memory that all of them and this process hold. */
const MEMORY_LOOK_MS = 10;

/** Beyond the deadline: then the process is ended. Sharp gives up by itself, to the second. */
const graceMs: Readonly<Record<Library, number>> = { sharp: 3_000, jimp: 0 };

const BROKEN = 'it breaks its decoder, or takes more memory than there is for one';

/** A picture, who takes its variants, and that they need not be made any more. */
interface Work {
  readonly task: VariantsTask;
  readonly take: TakeVariant;
  readonly gone: AbortSignal | undefined;
}

/** The processes that make pictures: they start with the first one, and each takes one at a time. */
@Injectable()
export class ImageProcesses implements OnApplicationShutdown {
  private readonly logger = new Logger(ImageProcesses.name);
  private readonly all = new Map<CodecProcess, Library>();
  private readonly idle: Readonly<Record<Library, Map<CodecProcess, NodeJS.Timeout>>> = {
    sharp: new Map(),
    jimp: new Map(),
  };

  /** @throws LibraryMissing; ImagesBusy, where no process starts */
  async load(library: Library): Promise<void> {
    this.rest(library, await this.start(library));
  }

  /**
   * @param take is given each variant
   * @param gone ends the work, and the process with it
   * @throws ImageUndecodable, ImageTooSlow; ImagesBusy, where no process starts, and when nobody waits any more;
   * what `take` throws
   */
  async variants(
    by: Library,
    task: VariantsTask,
    take: TakeVariant,
    gone?: AbortSignal,
  ): Promise<void> {
    const attempt = (process: CodecProcess): Promise<CodecAnswer | undefined> =>
      this.attempt(by, process, { task, take, gone });
    const idle = this.idleOne(by);
    // One that has ended with nothing to do may not be known to have ended yet.
    const answer = (idle && (await attempt(idle))) ?? (await attempt(await this.start(by)));
    if (!answer) throw new ImagesBusy();
    requireMade(answer);
  }

  /** @returns undefined where the process has ended before it began. @throws as `variants` does */
  private async attempt(
    by: Library,
    process: CodecProcess,
    { task, take, gone }: Work,
  ): Promise<CodecAnswer | undefined> {
    const end = (): void => process.end();
    let isShort = task.isShort === true;
    const watch = setInterval(() => {
      // Of jimp's there is one, whose share does not depend on others.
      if (by === 'jimp' || !isTooMuch(this.idsOf(by))) return;
      isShort = true;
      end();
    }, MEMORY_LOOK_MS);
    try {
      if (gone?.aborted === true) throw new ImagesBusy();
      gone?.addEventListener('abort', end);
      return await process.variants(task, take, Math.ceil(task.deadlineMs) + graceMs[by]);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (gone?.aborted === true) throw new ImagesBusy();
      if (error.isLate) throw new ImageTooSlow();
      if (!error.hasBegun) return undefined;
      if (isShort) throw new ImagesBusy();
      const { type, width, height } = task.header;
      this.logger.error(`${by} ended with ${error.message} at a ${type} of ${width} x ${height}`);
      throw new ImageUndecodable({ reason: BROKEN });
    } finally {
      clearInterval(watch);
      gone?.removeEventListener('abort', end);
      this.rest(by, process);
    }
  }

  /** After the last answer has gone out. */
  onApplicationShutdown(): void {
    for (const process of this.all.keys()) process.end();
  }

  private idsOf(library: Library): number[] {
    return [...this.all].flatMap(([{ id }, its]) => (its === library ? [id] : []));
  }

  private idleOne(library: Library): CodecProcess | undefined {
    const [found] = this.idle[library];
    if (!found) return undefined;
    const [process, timer] = found;
    clearTimeout(timer);
    this.idle[library].delete(process);
    return process.isAlive ? process : this.idleOne(library);
  }

  private async start(library: Library): Promise<CodecProcess> {
    try {
      const process = await CodecProcess.start(library);
      this.all.set(process, library);
      return process;
    } catch (error) {
      if (error instanceof LibraryMissing) throw error;
      this.logger.error(`No process starts for ${library}: ${String(error)}`);
      throw new ImagesBusy();
    }
  }

  /** Keeps a process for the next picture, for a while. */
  private rest(library: Library, process: CodecProcess): void {
    const end = (): void => {
      this.idle[library].delete(process);
      this.all.delete(process);
      process.end();
    };
    if (!process.isAlive) end();
    else this.idle[library].set(process, setTimeout(end, IDLE_MS).unref());
  }
}

/** @throws ImageUndecodable, ImageTooSlow */
function requireMade(answer: CodecAnswer): void {
  switch (answer.kind) {
    case 'made':
      return;
    case 'undecodable':
      throw new ImageUndecodable({ reason: answer.reason });
    case 'late':
      throw new ImageTooSlow();
    default:
      throw new Error(`A picture was not made: ${JSON.stringify(answer)}`);
  }
}
