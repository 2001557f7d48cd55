import { Socket } from 'node:net';
import { lowerPriorityOfAll } from '../../../threads/thread-priority';
import { Unreadable } from '../headers/unreadable';
import { type CodecAnswer, type Library, OutOfTime, type VariantsTask } from '../image-task';
import { type Frame, Frames } from './frames';

/** @returns the bytes of each variant, in their order. @throws Unreadable, OutOfTime */
type MakeVariants = (task: VariantsTask) => Promise<readonly Buffer[]>;

/** Only the one that is asked for is loaded. */
const files: Readonly<Record<Library, string>> = {
  sharp: '../sharp/make-variants',
  jimp: '../jimp/make-variants',
};

/** Where pictures come from, and where their variants go. */
const pipe = new Socket({ fd: 3 });

async function serve(library: Library): Promise<void> {
  const frames = new Frames(pipe);
  const answer = (message: CodecAnswer, bytes: readonly Buffer[] = []): Promise<void> =>
    frames.send({ message, bytes });
  let makeVariants: MakeVariants;
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import` would need to know what specs load
    ({ makeVariants } = require(files[library]) as { makeVariants: MakeVariants });
  } catch (error) {
    return answer({ kind: 'missing', reason: String(error) });
  }
  await answer({ kind: 'ready' });
  for (let asked = await frames.next(); asked; asked = await frames.next()) {
    try {
      const made = await makeVariants(taskOf(asked));
      await answer({ kind: 'made' }, made);
    } catch (error) {
      await answer(refusalOf(error as Error));
    }
  }
}

function taskOf({ message, bytes: [bytes = Buffer.alloc(0)] }: Frame): VariantsTask {
  return { ...(message as Omit<VariantsTask, 'bytes'>), bytes };
}

function refusalOf(error: Error): CodecAnswer {
  if (error instanceof OutOfTime) return { kind: 'late' };
  if (error instanceof Unreadable) return { kind: 'undecodable', reason: error.message };
  return { kind: 'failed', reason: String(error.stack) };
}

/** Ends this process when nobody waits for it any more; by `exit` it would wait for what libvips is at. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

lowerPriorityOfAll();
pipe.once('close', end);
void serve(process.argv[2] as Library).finally(end);
