import { Option, type Command } from 'commander';
import { commandPath } from './command-table';
import { printLine } from './command-app';

/** `completion`: lets a shell complete what is typed. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print what lets bash complete these commands; eval "$(... completion)"')
    .addOption(
      new Option('--as <name>', 'by which name they are called, such as an alias')
        .default(program.name())
        .argParser(parseCommandName),
    )
    .action(({ as }: { as: string }) => {
      printLine(completionScript(program, as));
    });
}

/**
 * A script for bash, which knows all commands and options already: starting the service's program for each
 * completion would take seconds.
 * @param name of the command that is completed
 */
export function completionScript(program: Command, name: string): string {
  const all = allCommands(program);
  const known = all.map((command) => quoteShell(commandPath(command)));
  const offers = all.map(
    (command) =>
      `    ${quoteShell(commandPath(command))}) words=${quoteShell(completionWords(command))} ;;`,
  );
  const chosen = all.flatMap(({ options }) => options).filter(({ argChoices }) => argChoices);
  const values = chosen.map(
    ({ long, argChoices = [] }) => `    ${long}) words=${quoteShell(argChoices.join(' '))} ;;`,
  );
  const called = `_complete_${name.replaceAll(/[^A-Za-z0-9]/g, '_')}`;
  return [
    '# Files are completed where nothing else fits. zsh: autoload -U +X bashcompinit && bashcompinit',
    `${called}() {`,
    "  local path='' longer word words=''",
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    longer="${path:+$path }$word"',
    `    case "$longer" in ${known.filter((path) => path !== "''").join('|')}) path=$longer ;; esac`,
    '  done',
    '  case "$path" in',
    ...offers,
    '  esac',
    '  case "${COMP_WORDS[COMP_CWORD-1]}" in',
    ...values,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    `complete -o default -F ${called} ${name}`,
  ].join('\n');
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function completionWords(command: Command): string {
  const options = command.options.map(({ long }) => long);
  return [...command.commands.map((one) => one.name()), ...options, '--help'].join(' ');
}

function quoteShell(text: string): string {
  return `'${text}'`;
}

/** @throws Error for what is no name of a command, and would be read as more by the shell */
function parseCommandName(text: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(text)) throw new Error('--as is the name of a command.');
  return text;
}
