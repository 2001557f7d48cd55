import { Option, type Command } from 'commander';
import {
  type ListedMessage,
  type MessageState,
  messageStates,
  OutboxMessages,
} from '../platform/events/outbox';
import { parseId } from './arguments';
import { type Environment, printLine, printRow, loadConfiguration, withApp } from './command-app';

/** `outbox`: what waits to be sent, and what was given up. */
export function addOutboxCommands(program: Command, environment: Environment): void {
  const outbox = program
    .command('outbox')
    .description('webhooks and mails: what waits to be sent, and what was given up');
  const withMessages = (work: (messages: OutboxMessages) => Promise<void>) =>
    withApp(loadConfiguration(environment), (app) => work(app.get(OutboxMessages)));

  outbox
    .command('list')
    .description('list the latest messages, at most 1,000, the newest first')
    .addOption(new Option('--state <state>', 'only those in it').choices(messageStates))
    .action(({ state }: { state?: MessageState }) =>
      withMessages(async (messages) => {
        for (const message of await messages.list(state)) printRow(cellsOf(message));
      }),
    );

  outbox
    .command('replay')
    .description('let a message that was given up begin anew, under its own id')
    .argument('[id]', 'of the message', parseId)
    .option('--failed', 'all that were given up')
    .action((messageId: number | undefined, { failed = false }: { failed?: boolean }) => {
      if (failed === (messageId !== undefined)) {
        throw new Error('Give the id of a message, or --failed.');
      }
      return withMessages(async (messages) => {
        if (messageId === undefined) printLine(`Replayed: ${await messages.replayFailed()}`);
        else await messages.replay(messageId).then(() => printLine('Replayed: 1'));
      });
    });
}

function cellsOf(message: ListedMessage): (string | number)[] {
  const { id: number, messageId, kind, destination, state, attempts, createdAt, dueAt } = message;
  const next = state === 'pending' ? `next ${dueAt.toISOString()}` : '';
  const times = [createdAt.toISOString(), `${attempts} attempts`, next];
  return [number, messageId, kind, destination, state, ...times, message.lastDetail];
}
