// Fetches the orders that nobody has fetched yet and acknowledges them: node poll-orders.mjs --once
// Environment: BASE_URL, API_KEY (scope sales:write), OUT (a file), PER_PAGE, POLL_SECONDS.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { truncateSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { BASE_URL = 'http://localhost:3000', API_KEY, OUT = 'orders.ndjson' } = process.env;
const { PER_PAGE = '100', POLL_SECONDS = '60' } = process.env;
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

// What is in OUT already: a run that died between writing and acknowledging repeats nothing.
const text = existsSync(OUT) ? readFileSync(OUT, 'utf8') : '';
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
if (whole !== text) truncateSync(OUT, Buffer.byteLength(whole)); // a line that was cut short
const written = whole.split('\n').filter(Boolean);
const imported = new Map(written.map((line) => JSON.parse(line)).map((o) => [o.id, o.version]));

/** The place for your own work. An order that changed meanwhile comes again: its last line counts. */
function importOrder(file, order) {
  const { ID, PID, DOCUMENTNUMBER, TOTAL, VERSION } = order;
  if (imported.get(ID) === VERSION) return;
  const line = { id: ID, pId: PID, documentNumber: DOCUMENTNUMBER, total: TOTAL, version: VERSION };
  writeSync(file, `${JSON.stringify(line)}\n`);
  imported.set(ID, VERSION);
}

/** Sends a request; tries again, ever more slowly, while the service is busy or unreachable. */
async function call(method, path, body, attempt = 1) {
  const init = { method, headers, body, signal: AbortSignal.timeout(60_000) };
  const { response, text } = await fetch(`${BASE_URL}/v1${path}`, init)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error) => ({ text: String(error.cause ?? error) }));
  if (response?.ok) return JSON.parse(text);
  const worthAnother = !response || [408, 429, 500, 502, 503, 504].includes(response.status);
  if (!worthAnother || attempt === 10) throw new Error(`${method} ${path}: ${text}`);
  const asked = Number(response?.headers.get('retry-after')) * 1000;
  await sleep(asked || Math.min(250 * 2 ** attempt, 30_000) * (0.5 + Math.random() / 2));
  return call(method, path, body, attempt + 1);
}

/** One page: import, then acknowledge. Always the first, since acknowledged orders leave the list. */
async function round() {
  const query = `expand=document&page=1&perPage=${PER_PAGE}`;
  const { orders } = await call('GET', `/orders/pending?${query}`);
  if (orders.length === 0) return { pending: 0, left: [] };
  const file = openSync(OUT, 'a');
  for (const order of orders) importOrder(file, order);
  fsyncSync(file); // on the disk before the service is told so
  closeSync(file);
  const seen = orders.map(({ ID: id, VERSION: version }) => ({ id, version }));
  const answer = await call('PUT', '/orders/received', JSON.stringify({ orders: seen }));
  const left = answer.orders.filter(({ result }) => result !== 'ok' && result !== 'unchanged');
  return { pending: orders.length, left }; // changed meanwhile: fetched again by the next round
}

for (let stuck = 0; ;) {
  const { pending, left } = await round();
  for (const { id, result, detail } of left) console.error(`order ${id}: ${result} ${detail}`);
  stuck = pending > 0 && left.length === pending ? stuck + 1 : 0;
  if (stuck === 5) throw new Error('none of these orders can be acknowledged');
  if (pending === 0 && process.argv.includes('--once')) break;
  if (pending === 0 || stuck > 0) await sleep(pending ? 1000 : Number(POLL_SECONDS) * 1000);
}
