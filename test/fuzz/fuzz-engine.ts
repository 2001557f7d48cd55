/** Fuzzes the service on the engine that TEST_MYSQL_URL names; run.ts starts it, one process for each engine. */
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { buildService } from '../support/servers/built-process';
import { Fuzzer } from './fuzzer';
import { describeProblem, refusals, report } from './report';
import { DESCRIPTORS, type ProcessTarget, targetApart } from './target';

/** Mebibytes that the service's process may hold at any time; those that make pictures are others. */
const MOST_MEMORY = 512;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    refusals: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  // The fuzzer reads data without the service, but through the service's own code, whose log is no part of the run.
  Logger.overrideLogger(false);
  await buildService();
  const target = await targetApart();
  try {
    await fuzz(target);
  } finally {
    await target.stop();
  }
}

async function fuzz(target: ProcessTarget): Promise<void> {
  const fuzzer = await Fuzzer.over(target, Number(options.seed));
  try {
    const outcome = await fuzzer.run(Number(options.requests), (problem) => {
      console.log(describeProblem(problem));
    });
    console.log(`\n${report(outcome)}`);
    if (options.refusals) console.log(`\nRefused in the valid phase:\n${refusals(outcome)}`);
    if (outcome.problems.length > 0) process.exitCode = 1;
    judgeMemory(target.peakMemory());
  } finally {
    fuzzer.stop();
  }
}

function judgeMemory(peak: number | undefined): void {
  if (peak === undefined) return;
  const isMissed = peak > MOST_MEMORY;
  console.log(
    `\nMemory of the service with ${DESCRIPTORS} descriptors: ${Math.round(peak)} MiB at most ` +
      `(bound: ${MOST_MEMORY}${isMissed ? ', MISSED' : ''})`,
  );
  if (isMissed) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
