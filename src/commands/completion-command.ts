import { Option, type Command } from 'commander';
import { getCommandPath } from './command-table';
import { printLine } from './command-app';

/** Adds the command `completion`. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description(
      'print a bash completion script for these commands; load it with eval "$(... completion)"',
    )
    .addOption(
      new Option('--as <name>', 'the name that calls the commands, such as an alias')
        .default(program.name())
        .argParser(parseCommandName),
    )
    .action(({ as }: { as: string }) => {
      printLine(createCompletionScript(program, as));
    });
}

/**
 * Creates a bash script that contains all commands and options: starting the service's program for each completion
 * would take seconds.
 * @param name name of the completed command
 */
export function createCompletionScript(program: Command, name: string): string {
  const commands = listAllCommands(program);
  const paths = commands.map((command) => quoteShell(getCommandPath(command)));
  const wordCases = commands.map(
    (command) =>
      `    ${quoteShell(getCommandPath(command))}) words=${quoteShell(formatCompletionWords(command))} ;;`,
  );
  const optionsWithChoices = commands
    .flatMap(({ options }) => options)
    .filter(({ argChoices }) => argChoices);
  const valueCases = optionsWithChoices.map(
    ({ long, argChoices = [] }) => `    ${long}) words=${quoteShell(argChoices.join(' '))} ;;`,
  );
  const functionName = `_complete_${name.replaceAll(/[^A-Za-z0-9]/g, '_')}`;
  return [
    '# Completes files if nothing else matches. zsh: autoload -U +X bashcompinit && bashcompinit',
    `${functionName}() {`,
    "  local path='' longer word words=''",
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    longer="${path:+$path }$word"',
    `    case "$longer" in ${paths.filter((path) => path !== "''").join('|')}) path=$longer ;; esac`,
    '  done',
    '  case "$path" in',
    ...wordCases,
    '  esac',
    '  case "${COMP_WORDS[COMP_CWORD-1]}" in',
    ...valueCases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    `complete -o default -F ${functionName} ${name}`,
  ].join('\n');
}

function listAllCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(listAllCommands)];
}

function formatCompletionWords(command: Command): string {
  const options = command.options.map(({ long }) => long);
  return [...command.commands.map((child) => child.name()), ...options, '--help'].join(' ');
}

function quoteShell(text: string): string {
  return `'${text}'`;
}

/** @throws Error if the text is not a plain name, because the shell would interpret it */
function parseCommandName(text: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(text)) throw new Error('--as must be the name of a command.');
  return text;
}
