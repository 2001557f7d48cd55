/** Fuzzes the service on the engine that TEST_MYSQL_URL says; run.ts starts it, one process for each engine. */
import { parseArgs } from 'node:util';
import { Fuzzer } from './fuzzer';
import { describeProblem, refusals, report } from './report';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    refusals: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const fuzzer = await Fuzzer.start(Number(options.seed));
  try {
    const outcome = await fuzzer.run(Number(options.requests), (problem) => {
      console.log(describeProblem(problem));
    });
    console.log(`\n${report(outcome)}`);
    if (options.refusals) console.log(`\nRefused in the valid phase:\n${refusals(outcome)}`);
    if (outcome.problems.length > 0) process.exitCode = 1;
  } finally {
    await fuzzer.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
