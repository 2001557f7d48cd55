/** `npm run docs:release`: keeps what clients of docs/openapi.json depend on, under the version that it names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Described, outlineOf, written } from './outline';

const docs = join(__dirname, '../../../docs');
const document = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as Described;
const outline = outlineOf(document);
writeFileSync(join(docs, 'releases', `${outline.version}.json`), written(outline));
