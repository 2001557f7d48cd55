import { Socket } from 'node:net';
import { garbageCollector } from '../../../threads/steady-heap';
import { Unreadable } from '../headers/unreadable';
import {
  type CodecAnswer,
  type GiveVariant,
  type Library,
  OutOfTime,
  type VariantsTask,
} from '../image-task';
import { Frames } from './frames';

const collectGarbage = garbageCollector();
const LARGE_BYTES = 8 * 1024 * 1024;

/** @throws Unreadable, OutOfTime */
type MakeVariants = (task: VariantsTask, give: GiveVariant) => Promise<void>;

/** Only the one that is asked for is loaded. */
const files: Readonly<Record<Library, string>> = {
  sharp: '../sharp/make-variants',
  jimp: '../jimp/make-variants',
};

/** Between two looks at this process's memory: in that time it takes some mebibytes more. */
const MEMORY_LOOK_MS = 10;

/** Where pictures come from, and where their variants go. */
const pipe = new Socket({ fd: 3 });

async function serve(library: Library): Promise<void> {
  const frames = new Frames(pipe);
  const answer = (message: CodecAnswer, bytes?: Buffer): Promise<void> =>
    frames.send(message, bytes);
  const give: GiveVariant = async (index, bytes) => {
    await answer({ kind: 'variant', index }, bytes);
    // Of what has gone out nothing need stay while the next one is made.
    clear(bytes.length);
  };
  let makeVariants: MakeVariants;
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- `import` would need to know what specs load
    ({ makeVariants } = require(files[library]) as { makeVariants: MakeVariants });
  } catch (error) {
    return answer({ kind: 'missing', reason: String(error) });
  }
  await answer({ kind: 'ready' });
  // Until the other side goes.
  for (;;) {
    const { message, length } = await frames.next();
    const bytes = await frames.take(length);
    const task = { ...(message as Omit<VariantsTask, 'bytes'>), bytes };
    // What it came in.
    clear(length);
    await answer({ kind: 'begun' });
    const guard = setInterval(() => endAbove(task.memoryBytes), MEMORY_LOOK_MS);
    try {
      await makeVariants(task, give);
      await answer({ kind: 'made' });
    } catch (error) {
      await answer(refusalOf(error as Error));
    } finally {
      clearInterval(guard);
    }
  }
}

function refusalOf(error: Error): CodecAnswer {
  if (error instanceof OutOfTime) return { kind: 'late' };
  if (error instanceof Unreadable) return { kind: 'undecodable', reason: error.message };
  return { kind: 'failed', reason: String(error.stack) };
}

/** Clears away bytes that are of no use any more, where there are enough of them to be worth the milliseconds. */
function clear(bytes: number): void {
  if (bytes > LARGE_BYTES) collectGarbage();
}

/** No library can be told how much it may take. @param most bytes */
function endAbove(most = Infinity): void {
  if (process.memoryUsage.rss() > most) end();
}

/** Ends this process when nobody waits for it any more; by `exit` it would wait for what libvips is at. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

pipe.once('close', end);
void serve(process.argv[2] as Library).then(end, end);
