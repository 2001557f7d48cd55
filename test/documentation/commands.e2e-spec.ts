import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/commands/command-line';
import { isLong } from '../support/random/cases';
import { CommandServer } from '../support/servers/command-server';
import { heldElsewhere, holderOf, namedBlocks } from './held-elsewhere';
import { type CommandBlock, commandBlocks, pages, proseOf, read, ROOT } from './pages';
import { missingPrograms, ShellSession } from './session';
import { filesOf, stageFor } from './stages';

const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Single commands of a line, without the comments behind them. */
function commandsOf(line: string): string[] {
  return line
    .replace(/(^|\s)# .*$/, '')
    .split(' && ')
    .map((command) => command.trim());
}

function isHeldElsewhere(line: string): boolean {
  return commandsOf(line).every((command) => holderOf(command) !== undefined);
}

/** The blocks of a page that are run with the page; the numbers of their lines stay the same. */
function ownCommands(page: string): CommandBlock[] {
  return commandBlocks(page)
    .filter(({ name }) => name === '')
    .map((block) => ({
      ...block,
      lines: block.lines.map((line) => (isHeldElsewhere(line) ? '' : line)),
    }))
    .filter(({ lines }) => lines.some((line) => line !== ''));
}

/** Programs that would work on the project itself, run from where it lies. */
const ofTheProject =
  /^(npm|npx|bash|git|docker|node) (?!run (--silent )?cli -- |dist\/cli\.js |-e )/;

/** `npm run ...` and the like in running text and tables. */
function commandsInProse(page: string): string[] {
  return [
    ...proseOf(page)
      .join('\n')
      .matchAll(/`((?:npm|npx|bash|node) [^`]+)`/g),
  ].map(([, command = '']) => command.replaceAll('\n', ' '));
}

function isCliCommand(command: string): boolean {
  const [, name = ''] = /^npm run cli -- (--\w+|\w+)/.exec(command) ?? [];
  const { commands } = createProgram({});
  return ['--help', '--version', ...commands.map((one) => one.name())].includes(name);
}

describe('commands of the documentation', () => {
  it('stand in fenced blocks, where they are found', () => {
    const indented = pages.flatMap((page) =>
      proseOf(page).flatMap((line, at) =>
        /^ {4}(npm|npx|bash|node|curl|git|docker) /.test(line) ? [`${page}:${at + 1}`] : [],
      ),
    );
    expect(indented).toEqual([]);
    const otherwise = pages.flatMap(
      (page) => read(page).match(/^```(bash|console|shell).*$/gm) ?? [],
    );
    expect(otherwise).toEqual([]);
  });

  it('are run with their page, or by another spec', () => {
    const nobodys = pages.flatMap((page) =>
      commandBlocks(page).flatMap(({ line: first, lines, name }) =>
        name in namedBlocks
          ? []
          : lines.flatMap((line, at) =>
              name !== '' || (ofTheProject.test(line) && !isHeldElsewhere(line))
                ? [`${page}:${first + at}: ${line}`]
                : [],
            ),
      ),
    );
    expect(nobodys).toEqual([]);
  });

  it.each(heldElsewhere)('are tested where it is declared: $command', (holder) => {
    if (holder.in === undefined) expect(holder.because).toMatch(/\w/);
    else expect(read(holder.in)).toContain(holder.says);
    const isUsed = pages.some((page) => read(page).includes(holder.command));
    expect([holder.command, isUsed]).toEqual([holder.command, true]);
  });

  it.each(Object.entries(namedBlocks))('are tested where it is declared: %s', (name, spec) => {
    const [what = '', engine = ''] = name.split('-');
    expect(read(spec)).toContain(`('${what}'`);
    expect(read(spec)).toContain(`'${engine}'`);
  });

  it('count on no id of a record, which is another one in each store', () => {
    // The README's store is the fresh one of its own quick start; filters name countries by their numbers.
    const others = pages.filter((page) => page !== 'README.md');
    const counting = others.flatMap((page) =>
      commandBlocks(page).flatMap(({ line: first, lines }) =>
        lines.flatMap((line, at) =>
          /\/v1\/[^" ]*\/\d+\b/.test(line.replace(/\/30\/724"/, ''))
            ? [`${page}:${first + at}`]
            : [],
        ),
      ),
    );
    expect(counting).toEqual([]);
  });

  it('begin with the quick start in the README, whose key the walk uses', () => {
    const blocks = commandBlocks('README.md').map(({ lines }) => lines[0]);
    expect(blocks[0]).toBe('npm ci && npm start');
    expect(blocks.findIndex((line) => line?.startsWith('KEY=osk_...'))).toBeGreaterThan(0);
  });

  it('name options that there are', () => {
    const lines = pages.flatMap((page) => [
      ...commandBlocks(page).flatMap((block) => block.lines.flatMap(commandsOf)),
      ...commandsInProse(page),
    ]);
    const unknown = lines.flatMap((command) => {
      const source = holderOf(command)?.options;
      if (source === undefined) return [];
      const options = [...command.matchAll(/ --([a-z]+)/g)].map(([, option = '']) => option);
      const declared = (option: string) => new RegExp(`\\b${option}: \\{|'--${option}\\b`);
      return options.filter((option) => !declared(option).test(read(source)));
    });
    expect(unknown).toEqual([]);
  });

  it.each(pages)('in running text there are: %s', (page) => {
    const unknown = commandsInProse(page).filter((command) => {
      const [, script] = /^npm run ([\w:]+)/.exec(command) ?? [];
      if (script === 'cli') return !isCliCommand(command);
      if (script !== undefined) return !(script in scripts);
      const [, file] = /^(?:node|bash) ([\w./-]+)/.exec(command) ?? [];
      if (file !== undefined)
        return !existsSync(join(ROOT, file.replace(/^dist\/(.*)js$/, 'src/$1ts')));
      return holderOf(command) === undefined;
    });
    expect(unknown).toEqual([]);
  });
});

/** The pages whose commands every change runs; `npm run verify:long` runs those of all. */
const firstPages = [
  'README.md',
  ...['export', 'import', 'integration', 'keys', 'orders'].map((name) => `docs/${name}.md`),
];

const run = missingPrograms.length === 0 ? describe : describe.skip;
const leftOut = missingPrograms.length === 0 ? '' : ` (left out: no ${missingPrograms.join()})`;

run(`run page by page${leftOut}`, () => {
  let commands: CommandServer;

  beforeAll(async () => {
    commands = await CommandServer.shared();
  });

  const pagesToRun = isLong ? pages : firstPages;

  it.each(pagesToRun.filter((page) => ownCommands(page).length > 0))('%s', async (page) => {
    const session = new ShellSession();
    const stage = await stageFor(page);
    try {
      const files = (await filesOf[page]?.()) ?? {};
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(session.folder, name), content);
      const { url, key, settings } = stage;
      const blocks = ownCommands(page).map((block) => ({
        ...block,
        lines: block.lines.map((line) =>
          line.replaceAll('http://localhost:3000', url).replaceAll('osk_...', key),
        ),
      }));
      const environment = { URL: url, API: `${url}/v1`, KEY: key, ...settings };
      const problems = await session.run(blocks, { ...environment, COMMANDS: commands.url });
      expect(problems.join('\n')).toBe('');
    } finally {
      await stage.end();
      session.end();
    }
  });

  it('npm run cli is the command line', async () => {
    const session = new ShellSession();
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const lines = ['npm run cli -- --version | grep -Fx "$VERSION"'];
    expect(await session.run([{ name: '', line: 1, lines }], { VERSION: version })).toEqual([]);
    session.end();
  });
});
