/**
 * Runs commands of the built command line one after the other, as dist/cli.js runs each in a process of its own. A
 * request says which (`args`), with which settings (`environment`), where (`folder`) and with what standard input.
 */
require('reflect-metadata');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { Readable } = require('node:stream');
const { json } = require('node:stream/consumers');

const commands = join(__dirname, '../../dist/commands');
const { commandLine } = require(join(commands, 'command-line'));
const { endedEarly } = require(join(commands, 'ended-early'));

let last = Promise.resolve();

async function run({ args, environment, folder, input = '' }) {
  const written = { stdout: '', stderr: '' };
  const own = {};
  for (const name of Object.keys(written)) {
    own[name] = process[name].write;
    process[name].write = (chunk) => {
      written[name] += chunk;
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    await commandLine(environment).parseAsync(args, { from: 'user' });
    return { code: process.exitCode ?? 0, ...written };
  } catch (error) {
    const code = endedEarly(error);
    return { code, ...written };
  } finally {
    process.exitCode = undefined;
    for (const name of Object.keys(written)) process[name].write = own[name];
  }
}

const server = createServer((request, response) => {
  last = last.then(async () => response.end(JSON.stringify(await run(await json(request)))));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
