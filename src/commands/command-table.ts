import type { Command } from 'commander';
import { exitCodeMeanings } from './exit-codes';

/** The commands with their options, and the exit codes, as Markdown. */
export function formatCommandTable(program: Command): string {
  const rows = listLeafCommands(program).map(toRow);
  const codes = [...exitCodeMeanings].map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return [
    '| command | description | options |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '| exit code | |',
    '| --- | --- |',
    ...codes,
  ].join('\n');
}

/** The commands without subcommands, in the order of their declaration. */
function listLeafCommands(command: Command): Command[] {
  const { commands } = command;
  return commands.length === 0 ? [command] : commands.flatMap(listLeafCommands);
}

/** The words that call a command, without the program's name. */
export function getCommandPath(command: Command): string {
  const { parent } = command;
  return parent ? `${getCommandPath(parent)} ${command.name()}`.trim() : '';
}

function toRow(command: Command): string {
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const argumentDescriptions = command.registeredArguments
    .filter(({ description }) => description !== '')
    .map((argument) => `${argument.name()}: ${argument.description}`);
  const options = command.options.map(({ flags, description }) => `\`${flags}\`: ${description}`);
  const usage = [getCommandPath(command), ...names].join(' ');
  const description = [command.description(), ...argumentDescriptions].join('; ');
  return `| ${[`\`${usage}\``, description, options.join('<br>')].map(escapePipes).join(' | ')} |`;
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}
