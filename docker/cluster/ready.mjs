/**
 * Tells a balancer over HTTP whether a member of a Galera cluster can be worked on: 200 when it can, 404 while it
 * hands its data to another member (who works on it goes on, others go elsewhere), 503 with the reason when not.
 * It runs beside the member, and dies with its machine.
 *
 *   MEMBER   the member, mysql://user:password@host:port; the user needs no rights
 *   LISTEN   host:port to listen on, :9200 without it
 */
import { createServer } from 'node:http';
import { createConnection } from 'mysql2/promise';

/** Milliseconds; a member that takes longer hangs. */
const TIMEOUT = 800;
/** What is answered by wsrep_local_state: Synced, Donor. */
const ANSWERS = { 4: 200, 2: 404 };

const sql = "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')";

let connection;
let look;

const server = createServer(async (_, response) => {
  // One look for all who ask at once.
  look ??= state().finally(() => (look = undefined));
  const { status, text } = await look;
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.end(`${text}\n`);
});

async function state() {
  try {
    connection ??= await connected();
    const [rows] = await connection.query({ sql, timeout: TIMEOUT });
    const told = Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value]));
    const status = told.wsrep_ready === 'ON' ? (ANSWERS[told.wsrep_local_state] ?? 503) : 503;
    return { status, text: JSON.stringify(told) };
  } catch (error) {
    connection?.destroy();
    connection = undefined;
    return { status: 503, text: error.message || error.code };
  }
}

async function connected() {
  const made = await createConnection({ uri: process.env.MEMBER, connectTimeout: TIMEOUT });
  // What breaks while nobody asks shows at the next look.
  made.on('error', () => (connection = undefined));
  return made;
}

const [host, port] = (process.env.LISTEN ?? ':9200').split(':');
server.listen(Number(port), host || undefined);
process.once('SIGTERM', () => process.exit(0));
