import { Option, type Command } from 'commander';
import {
  type ListedMessage,
  type MessageState,
  messageStates,
  OutboxAdministration,
} from '../platform/events/outbox';
import { parseId } from './argument-parsers';
import type { Environment } from '../config/assign-variables';
import { printLine, printRow, loadConfiguration, withApp } from './command-app';

/** Adds the command `outbox`. */
export function addOutboxCommands(program: Command, environment: Environment): void {
  const outbox = program
    .command('outbox')
    .description('webhooks and mails that are waiting, delivered or failed');
  const withMessages = (work: (messages: OutboxAdministration) => Promise<void>) =>
    withApp(loadConfiguration(environment), (app) => work(app.get(OutboxAdministration)));

  outbox
    .command('list')
    .description('list the latest messages, newest first, at most 1,000')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(messageStates))
    .action(({ state }: { state?: MessageState }) =>
      withMessages(async (messages) => {
        for (const message of await messages.list(state)) printRow(toMessageCells(message));
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

function toMessageCells(message: ListedMessage): (string | number)[] {
  const { id: outboxId, messageId, kind, destination, state, attempts, createdAt, dueAt } = message;
  const nextAttempt = state === 'pending' ? `next ${dueAt.toISOString()}` : '';
  const times = [createdAt.toISOString(), `${attempts} attempts`, nextAttempt];
  return [outboxId, messageId, kind, destination, state, ...times, message.lastDetail];
}
