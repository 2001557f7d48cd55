import type { MessagePort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../threads/thread-priority';
import type { RawRow, Statement } from './connection';
import { toDriverErrorInfo } from './dialect';
import { SqliteConnection } from './sqlite.connection';
import { openSqlite } from './sqlite.driver';
import { READER_BUSY_TIMEOUT_MS } from './sqlite.options';
import type { ReadRequest, ReadTask, ReadReply } from './sqlite.read-protocol';

/** Values in a slice: the receiver needs half a millisecond for a thousand rows of twenty columns. */
const VALUES_PER_SLICE = 20_000;
/** A text counts as one more value for every so many characters. */
const CHARACTERS_PER_VALUE = 64;

lowerThreadPriority();

let connection: SqliteConnection | undefined;

/** Runs in a worker thread: one read in one snapshot, until its port is closed. */
export function runReadTask({ databasePath, port }: ReadTask): Promise<void> {
  connection ??= openConnection(databasePath);
  connection.exec('BEGIN');
  return new Promise((resolve) => {
    const reader = new ReadRequestHandler(connection as SqliteConnection, port);
    port.on('message', (request: ReadRequest) => reader.handleRequest(request));
    port.once('close', () => {
      reader.end();
      resolve();
    });
  });
}

function openConnection(file: string): SqliteConnection {
  const options = { readonly: true, fileMustExist: true, timeout: READER_BUSY_TIMEOUT_MS };
  return new SqliteConnection(openSqlite(file, options));
}

class ReadRequestHandler {
  private slices?: Generator<RawRow[][], RawRow[][]>;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly port: MessagePort,
  ) {}

  handleRequest(request: ReadRequest): void {
    if (request !== 'more') this.slices = readSlices(this.connection, request);
    this.port.postMessage(this.nextReply());
  }

  end(): void {
    this.slices?.return([]);
    this.connection.exec('COMMIT');
  }

  private nextReply(): ReadReply {
    const startTime = performance.now();
    try {
      const slice = this.slices?.next();
      const isLast = slice?.done !== false;
      return { rows: slice?.value ?? [], isLast, durationMs: performance.now() - startTime };
    } catch (error) {
      const { code, message } = toDriverErrorInfo(error);
      return { code, message };
    }
  }
}

/** Yields the rows of statements in slices; the last slice is returned. */
function* readSlices(
  connection: SqliteConnection,
  statements: readonly Statement[],
): Generator<RawRow[][], RawRow[][]> {
  const createEmptySlice = (): RawRow[][] => statements.map(() => []);
  let slice = createEmptySlice();
  let remainingValues = VALUES_PER_SLICE;
  for (const [statementIndex, statement] of statements.entries()) {
    for (const row of connection.iterate(statement)) {
      slice[statementIndex]?.push(row);
      remainingValues -= countValues(row);
      if (remainingValues > 0) continue;
      yield slice;
      slice = createEmptySlice();
      remainingValues = VALUES_PER_SLICE;
    }
  }
  return slice;
}

function countValues(row: RawRow): number {
  let count = row.length;
  for (const value of row)
    if (typeof value === 'string') count += Math.floor(value.length / CHARACTERS_PER_VALUE);
  return count;
}
