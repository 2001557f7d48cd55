import { createHash, randomUUID } from 'node:crypto';
import type { DataAccess } from '../../src/database';
import { StoredIdempotentRequest } from '../../src/platform/requests/idempotency/stored-idempotent-request.entity';
import { OutboxMessage } from '../../src/platform/events/outbox/outbox-message.entity';
import type { S3Server } from '../files/s3-server';

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

/** Work for the processes of a service, left in what they share, past them. */
export class LeftWork {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly s3: S3Server,
  ) {}

  /** Webhooks that are due. @returns their paths */
  async dueWebhooks(url: string, secretName: string, count: number): Promise<string[]> {
    const paths = Array.from({ length: count }, (_, at) => `/work-${at}`);
    const contents = paths.map((path) => ({ kind: 'webhook', url: url + path, secretName }));
    const rows = contents.map((content) => ({
      ...message(new URL(url).host, before(HOUR)),
      content: { ...content, body: '{}' },
    }));
    await this.insert(OutboxMessage, rows);
    return paths;
  }

  /** Messages that were delivered so long ago, in milliseconds. */
  oldMessages(age: number, count: number): Promise<void> {
    const done = { state: 'delivered', doneAt: before(age), attempts: 1 };
    const rows = Array.from({ length: count }, () => ({
      ...message('127.0.0.1', before(age)),
      ...done,
    }));
    return this.insert(OutboxMessage, rows);
  }

  /** Answers that were kept so long ago, in milliseconds. */
  oldAnswers(age: number, count: number): Promise<void> {
    const rows = Array.from({ length: count }, () => {
      const name = createHash('sha256').update(randomUUID()).digest('hex');
      const claim = { name, content: name, holder: randomUUID(), claimedAt: before(age) };
      return { ...claim, status: 200, body: '{}' };
    });
    return this.insert(StoredIdempotentRequest, rows);
  }

  /** Files that came in so long ago, in milliseconds, and were never published. */
  async oldFiles(age: number, count: number): Promise<void> {
    const { prefix } = this.s3;
    for (let at = 0; at < count; at++)
      await this.s3.plant(`${prefix}.service/staging/${randomUUID()}`, 'left', before(age));
  }

  /** How much of each is there. */
  async counts(): Promise<{ messages: number; answers: number; files: number }> {
    const rows = async (table: string): Promise<number> => {
      const sql = `SELECT COUNT(*) AS n FROM ${table}`;
      const [row] = await this.dataAccess.database.select<{ n: number }>(sql);
      return Number(row?.n);
    };
    const keys = (await this.s3.keys()).filter((key) => key.includes('/.service/staging/'));
    return {
      messages: await rows('outbox_messages'),
      answers: await rows('repeatable_requests'),
      files: keys.length,
    };
  }

  private async insert<E>(
    entity: new () => E,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<void> {
    const { unitOfWork, writer } = this.dataAccess;
    await unitOfWork.run(() => writer.insert(entity, rows as never));
  }
}

/** The columns that all messages of the outbox have. */
function message(destination: string, at: Date): Record<string, unknown> {
  return {
    ...{ messageId: `msg_${randomUUID().replaceAll('-', '')}`, kind: 'webhook', destination },
    ...{ content: {}, listener: 'nobody', reference: {}, state: 'pending' },
    ...{ dueAt: at, attempts: 0, createdAt: at },
  };
}

function before(milliseconds: number): Date {
  return new Date(Date.now() - milliseconds);
}
