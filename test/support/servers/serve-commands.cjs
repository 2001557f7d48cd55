/**
 * Runs commands of the built command line one after the other, as dist/cli.js runs each in a process of its own. A
 * request names the command (`args`), its settings (`environment`), its folder (`folder`) and its standard input.
 * Without `args` it is a start of the service (dist/main.js) that fails.
 */
require('reflect-metadata');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { Readable } = require('node:stream');
const { json } = require('node:stream/consumers');
const { clearInterval, setInterval } = require('node:timers');

const commands = join(__dirname, '../../../dist/commands');
const main = join(__dirname, '../../../dist/main');
const { createProgram } = require(join(commands, 'command-line'));
const { reportFailure } = require(join(commands, 'report-failure'));

let last = Promise.resolve();

async function run({ folder, ...request }) {
  const written = { stdout: '', stderr: '' };
  const own = {};
  for (const name of Object.keys(written)) {
    own[name] = process[name].write;
    process[name].write = (chunk) => {
      written[name] += chunk;
      return true;
    };
  }
  process.chdir(folder);
  try {
    const code = await (request.args ? command(request) : failingStart(request, written));
    return { code, ...written };
  } finally {
    for (const name of Object.keys(written)) process[name].write = own[name];
  }
}

async function command({ args, environment, input = '' }) {
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.exitCode = undefined;
  try {
    await createProgram(environment).parseAsync(args, { from: 'user' });
    return process.exitCode ?? 0;
  } catch (error) {
    return reportFailure(error);
  } finally {
    process.exitCode = undefined;
  }
}

/** @returns the exit code; null when the start did not fail, after which this process is of no use */
async function failingStart({ environment }, written) {
  const { env, exit } = process;
  process.env = environment;
  let timer;
  try {
    return await new Promise((resolve) => {
      process.exit = resolve;
      timer = setInterval(() => written.stdout.includes('Swagger UI') && resolve(null), 50);
      delete require.cache[require.resolve(main)];
      require(main);
    });
  } finally {
    clearInterval(timer);
    Object.assign(process, { env, exit });
  }
}

const server = createServer((request, response) => {
  last = last.then(async () => {
    const ended = await run(await json(request));
    response.end(JSON.stringify(ended), () => ended.code === null && process.exit(1));
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
