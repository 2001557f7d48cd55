import { Option, type Command } from 'commander';
import {
  type ListedMessage,
  type MessageState,
  messageStates,
  OutboxMessages,
} from '../platform/events/outbox';
import { parseId } from './arguments';
import type { Environment } from '../config/read-variables';
import { printLine, loadConfiguration, withApp } from './command-app';

/** Adds the command `outbox`. */
export function addOutboxCommands(program: Command, environment: Environment): void {
  const outbox = program
    .command('outbox')
    .description('webhooks and mails that are waiting, delivered or failed');
  const withMessages = (work: (messages: OutboxMessages) => Promise<void>) =>
    withApp(loadConfiguration(environment), (app) => work(app.get(OutboxMessages)));

  outbox
    .command('list')
    .description('list the latest messages, newest first, at most 1,000')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(messageStates))
    .action(({ state }: { state?: MessageState }) =>
      withMessages(async (messages) => {
        for (const message of await messages.list(state)) printLine(formatMessage(message));
      }),
    );

  outbox
    .command('replay')
    .description('send a failed message again, under the same id')
    .argument('[id]', 'id of the message', parseId)
    .option('--failed', 'all failed messages')
    .action((messageId: number | undefined, { failed = false }: { failed?: boolean }) => {
      if (failed === (messageId !== undefined)) {
        throw new Error('Set either the id of a message or --failed.');
      }
      return withMessages(async (messages) => {
        if (messageId === undefined) printLine(`Replayed: ${await messages.replayFailed()}`);
        else await messages.replay(messageId).then(() => printLine('Replayed: 1'));
      });
    });
}

function formatMessage(message: ListedMessage): string {
  const { id: number, messageId, kind, destination, state, attempts, createdAt, dueAt } = message;
  const next = state === 'pending' ? `next ${dueAt.toISOString()}` : '';
  const times = [createdAt.toISOString(), `${attempts} attempts`, next];
  // Control characters in a server's message must not move the terminal's cursor.
  const detail = message.lastDetail.replace(/\p{Cc}+/gu, ' ');
  return [number, messageId, kind, destination, state, ...times, detail].join('\t');
}
