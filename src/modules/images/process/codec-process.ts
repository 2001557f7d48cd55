import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { discard } from '../../../threads/given-bytes';
import { lowerPriorityOf } from '../../../threads/thread-priority';
import type { TakeVariant } from '../image-codec';
import type { CodecAnswer, Library, VariantsTask } from '../image-task';
import { Frames, OtherSideGone } from './frames';

/** Without its extension: JavaScript in the build, or what the specs make of TypeScript. */
const ENTRY = join(__dirname, 'codec.child');

/** How long the process may take until it can work. */
const START_MS = 30_000;

/** The pixels are not in it; a JPEG of 50 megapixels has some two million small objects there while jimp decodes it. */
const HEAP_MIB = 2048;

/**
 * All that the process sees of the environment, in which there are secrets. On Linux with glibc it has few arenas, and
 * gives what is large back to the system when it is freed.
 */
const environment = Object.fromEntries([
  ['MALLOC_ARENA_MAX', '2'],
  ['MALLOC_MMAP_THRESHOLD_', '262144'],
]);

/** The library does not load on this machine; the message says why. */
export class LibraryMissing extends Error {}

/** The process is gone. */
export class ProcessEnded extends Error {
  /**
   * @param isLate because it took too long
   * @param hasBegun it had begun with what it was asked for, which may be why
   */
  constructor(
    message: string,
    readonly isLate: boolean,
    readonly hasBegun: boolean,
  ) {
    super(message);
  }
}

/**
 * A process that makes pictures, one at a time. What comes from outside is decoded there, apart from requests and their
 * data; when it ends, all of its memory is the system's again.
 */
export class CodecProcess {
  private readonly frames: Frames;
  private readonly ended: Promise<string>;
  private isLate = false;
  private hasBegun = false;

  private constructor(private readonly child: ChildProcess) {
    const pipe = child.stdio[3] as Duplex;
    // What happens to it is told by what is read.
    pipe.on('error', () => undefined);
    this.frames = new Frames(pipe);
    this.ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  }

  /** @throws LibraryMissing, ProcessEnded, what the system says when it starts no process */
  static async start(library: Library): Promise<CodecProcess> {
    const child = spawn(
      process.execPath,
      // As threads do, it gets the options of this process.
      [...process.execArgv, `--max-old-space-size=${HEAP_MIB}`, ENTRY, library],
      // Whatever libraries have to say of a file, nobody needs to know.
      { env: environment, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    if (child.pid !== undefined) lowerPriorityOf(child.pid);
    await once(child, 'spawn');
    const started = new CodecProcess(child);
    const { answer } = await started.within(START_MS, () => started.answer());
    if (answer.kind === 'missing') throw new LibraryMissing(answer.reason);
    return started;
  }

  /** Of the system. */
  get id(): number {
    return this.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && !this.child.killed;
  }

  /**
   * @param task whose picture is given away once it has begun: its bytes can't be used any more
   * @param patienceMs milliseconds after which the process is ended
   * @returns what it says in the end
   * @throws ProcessEnded, what `take` throws; then the process has ended
   */
  variants(
    { bytes, ...message }: VariantsTask,
    take: TakeVariant,
    patienceMs: number,
  ): Promise<CodecAnswer> {
    return this.within(patienceMs, async () => {
      this.hasBegun = false;
      // Where it fails, no answer comes.
      this.frames.send(message, bytes).catch(() => undefined);
      // It has all of the picture, and begins.
      await this.answer();
      this.hasBegun = true;
      discard(bytes);
      for (;;) {
        const { answer, length } = await this.answer();
        if (answer.kind !== 'variant') return answer;
        await take(answer.index, this.frames.pieces(length));
      }
    });
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  /** Ends the process when the work is not done in time, or fails. @throws ProcessEnded, what the work throws */
  private async within<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.isLate = true;
      this.end();
    }, patienceMs);
    try {
      return await work();
    } catch (error) {
      this.end();
      if (!(error instanceof OtherSideGone)) throw error;
      throw new ProcessEnded(await this.ended, this.isLate, this.hasBegun);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What it says, and how many bytes come with it. @throws OtherSideGone */
  private async answer(): Promise<{ answer: CodecAnswer; length: number }> {
    const { message, length } = await this.frames.next();
    return { answer: message as CodecAnswer, length };
  }
}
