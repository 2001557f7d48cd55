/**
 * The parts that converters share: reading the data sets' CSV files, the command line, writing lines.
 *
 * The dialect is that of the data sets: UTF-8, comma, `"` doubled inside quotes, LF, one header row, line breaks
 * inside quoted fields, gzip. Anything else is an error, not a guess.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { parseDecimal } from './decimal.mjs';

/** @typedef {Record<string, string>} Row one record by the names of the header row */
/** @typedef {{type: string, pId: string} & Record<string, unknown>} Line one line of the intake */
/** @typedef {Record<string, string | boolean | undefined>} Options of the command line */

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the data sets: REAL_DATA_DIR, else next to the project. */
export const DEFAULT_DATA_FOLDER =
  process.env.REAL_DATA_DIR ?? resolve(PROJECT_ROOT, '../shared/data');

/** With it, the orders name the users of customers.mjs. */
export const CUSTOMERS_FLAG = 'customers';

/** A push parser of the dialect: give it text in any pieces, take whole records. */
export class CsvParser {
  #field = '';
  /** @type {string[]} */ #record = [];
  /** @type {string[][]} */ #records = [];
  /** @type {'start' | 'plain' | 'quoted' | 'afterQuote'} */ #state = 'start';
  #count = 0;

  /**
   * @param {string} text
   * @returns {string[][]} the records that this piece completed
   */
  push(text) {
    let position = 0;
    while (position < text.length) position = this.#step(text, position);
    return this.#records.splice(0);
  }

  /** @returns {string[][]} the last record when the file does not end with a line feed */
  end() {
    if (this.#state === 'quoted') this.#fail('a quoted field is not closed');
    if (this.#state !== 'start' || this.#record.length > 0) this.#endRecord();
    return this.#records.splice(0);
  }

  /** @param {string} text @param {number} position @returns {number} where to go on */
  #step(text, position) {
    if (this.#state === 'quoted') return this.#quoted(text, position);
    const char = text[position];
    if (char === ',') this.#endField();
    else if (char === '\n') this.#endRecord();
    else if (char === '"') this.#quote();
    else return this.#plain(text, position);
    return position + 1;
  }

  #quote() {
    if (this.#state === 'plain') this.#fail('a quote inside an unquoted field');
    if (this.#state === 'afterQuote') this.#field += '"';
    this.#state = 'quoted';
  }

  /** @param {string} text @param {number} position */
  #quoted(text, position) {
    const end = text.indexOf('"', position);
    this.#field += text.slice(position, end < 0 ? text.length : end);
    if (end < 0) return text.length;
    this.#state = 'afterQuote';
    return end + 1;
  }

  /** @param {string} text @param {number} position */
  #plain(text, position) {
    if (this.#state === 'afterQuote') this.#fail('text after a closing quote');
    if (text[position] === '\r') this.#fail('a carriage return outside quotes');
    let end = position + 1;
    while (end < text.length && !',\n"\r'.includes(text.charAt(end))) end++;
    this.#field += text.slice(position, end);
    this.#state = 'plain';
    return end;
  }

  #endField() {
    this.#record.push(this.#field);
    this.#field = '';
    this.#state = 'start';
  }

  #endRecord() {
    this.#endField();
    this.#records.push(this.#record);
    this.#record = [];
    this.#count++;
  }

  /** @param {string} reason @returns {never} */
  #fail(reason) {
    throw new SyntaxError(`record ${this.#count + 1}: ${reason}`);
  }
}

/**
 * Streams a CSV file (gzip when its name ends with `.gz`).
 * @param {string} folder
 * @param {string} file
 * @returns {AsyncGenerator<Row>}
 */
export async function* readCsv(folder, file) {
  const raw = createReadStream(join(folder, file));
  const gunzip = file.endsWith('.gz') ? createGunzip() : undefined;
  raw.on('error', (error) => gunzip?.destroy(error));
  const text = (gunzip ? raw.pipe(gunzip) : raw).setEncoding('utf8');
  const parser = new CsvParser();
  /** @type {string[] | undefined} */ let header;
  for await (const piece of text) {
    for (const record of parser.push(piece)) {
      if (header) yield toRow(header, record, file);
      else header = record;
    }
  }
  for (const record of parser.end()) if (header) yield toRow(header, record, file);
}

/** @param {string[]} header @param {string[]} record @param {string} file @returns {Row} */
function toRow(header, record, file) {
  if (record.length !== header.length) {
    throw new SyntaxError(`${file}: ${record.length} fields where the header has ${header.length}`);
  }
  /** @type {Row} */ const row = {};
  header.forEach((name, index) => (row[name] = record[index]));
  return row;
}

/**
 * Reads a whole (small) table.
 * @param {string} folder @param {string} file
 * @returns {Promise<Row[]>}
 */
export async function readAll(folder, file) {
  const rows = [];
  for await (const row of readCsv(folder, file)) rows.push(row);
  return rows;
}

/**
 * Reads a table into a map.
 * @template [T=Row]
 * @param {string} folder @param {string} file @param {string} key column
 * @param {(row: Row) => T} [pick] what to keep of a row (default: all)
 * @returns {Promise<Map<string, T>>}
 */
export async function readMap(folder, file, key, pick = (row) => /** @type {any} */ (row)) {
  const map = new Map();
  for await (const row of readCsv(folder, file)) map.set(row[key], pick(row));
  return map;
}

/**
 * @template T
 * @param {Map<string, T>} map @param {string} key @param {string} what named in the error
 * @returns {T}
 */
export function need(map, key, what) {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${what} ${key} is referred to and not in the data`);
  return value;
}

/**
 * A money amount of the source as a JSON number; it has at most four decimals.
 * @param {string} text
 */
export function amount(text) {
  parseDecimal(text, 4);
  return Number(text);
}

/**
 * Leaves out what the source does not have, so that a line never holds an empty field.
 * @param {Record<string, unknown>} fields
 */
export function filled(fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined),
  );
}

/**
 * @param {string} type @param {string} pId
 * @param {Record<string, unknown>} fields those that the source does not have are left out
 * @returns {Line}
 */
export const line = (type, pId, fields) => ({ type, pId, ...filled(fields) });

/**
 * Runs a converter from the command line: `--data FOLDER`, `--out FILE` (default stdout) and the
 * converter's own flags.
 * @param {(dataFolder: string, options: Options) => AsyncIterable<Line>} convert
 * @param {string[]} [flags] names of boolean options
 */
export async function runConverter(convert, flags = []) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: DEFAULT_DATA_FOLDER },
      out: { type: 'string' },
      ...Object.fromEntries(
        flags.map((name) => [name, { type: /** @type {const} */ ('boolean') }]),
      ),
    },
  });
  const options = /** @type {Options} */ (values);
  const target = options.out ? createWriteStream(String(options.out)) : process.stdout;
  const count = await writeLines(convert(String(options.data), options), target);
  process.stderr.write(`${count} lines\n`);
}

/**
 * @param {AsyncIterable<Line>} lines
 * @param {NodeJS.WritableStream} target
 * @returns {Promise<number>} how many lines were written
 */
async function writeLines(lines, target) {
  let closed = false;
  let count = 0;
  target.on('error', (error) => {
    // The reader of a pipe may stop early (`| head`): that ends the work, it is no failure.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
    closed = true;
    target.emit('drain');
  });
  for await (const line of lines) {
    if (closed) break;
    count++;
    if (!target.write(`${JSON.stringify(line)}\n`)) await once(target, 'drain');
  }
  if (target !== process.stdout) {
    target.end();
    await once(target, 'finish');
  }
  return count;
}

/** @param {string} moduleUrl `import.meta.url` @returns {boolean} whether node was started with it */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(moduleUrl);
}
