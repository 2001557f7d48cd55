import type { ExactRequest } from '../api/conventions/requests/exact-request';
import { field, file, form, FORM_TYPE } from '../support/multipart';
import type { Bodies, Fields } from './bodies';
import type { Described, DescribedParameter } from './described';
import type { Draw } from './draw';
import { leaf } from './leaves';
import { formedValue, nextState } from './meanings';
import { named } from './paths';
import { spoilt } from './spoiling';

/** A request in parts that can be changed one by one. */
export interface Sketch {
  readonly operation: Described;
  method: string;
  /** Values of the path's parameters. */
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** A JSON body; bytes stand for it where they are given. */
  body?: unknown;
  bytes?: Buffer;
}

/** Query parameters are there with this probability. */
const ASKED = 0.25;
const TAGGED = 'x-forwarded-for';

/** Makes a request that the document allows, and that names records which are there. */
export async function validRequest(
  operation: Described,
  draw: Draw,
  bodies: Bodies,
): Promise<Sketch> {
  const names = await named(operation, draw, bodies.existing);
  const sketch: Sketch = {
    operation,
    method: operation.method,
    path: {},
    query: [],
    // Each from another address: who fails to log in too often is shut out.
    headers: { [TAGGED]: `10.${draw.between(0, 255)}.${draw.between(0, 255)}.1` },
  };
  for (const parameter of operation.parameters) {
    const { name, schema } = parameter;
    const known = names[name];
    if (parameter.in === 'path') {
      sketch.path[name] = String(known ?? leaf(draw, schema, bodies.unique()));
    } else if (parameter.in === 'query' && (known !== undefined || isAsked(parameter, draw))) {
      sketch.query.push([name, String(known ?? queryValue(parameter, draw, bodies))]);
    }
  }
  leaveOutRivals(sketch);
  await addBody(sketch, draw, bodies, names);
  return sketch;
}

/** A whole document has other keys than an item; of two names for one thing one is enough. */
function leaveOutRivals(sketch: Sketch): void {
  const rivals: Readonly<Record<string, string>> = { expand: 'fields', valueId: 'valuePId' };
  const left = sketch.query.map(([name]) => rivals[name]);
  sketch.query = sketch.query.filter(([name]) => !left.includes(name));
}

function isAsked({ name, required }: DescribedParameter, draw: Draw): boolean {
  if (name === 'cursor') return false;
  return required || draw.chance(name === 'q' ? ASKED / 3 : ASKED);
}

function queryValue(
  { name, schema, description = '' }: DescribedParameter,
  draw: Draw,
  bodies: Bodies,
) {
  if (name === 'fields') {
    const keys = description.slice(description.indexOf(': ') + 2).split(', ');
    const some = draw.some(keys, 0.2);
    return (some.length > 0 ? some : [draw.pick(keys)]).join();
  }
  if (name === 'perPage') return draw.between(1, 10);
  if (name === 'page') return draw.between(1, 3);
  if (name === 'kinds') return draw.pick(['order', 'order,shipment', 'user']);
  if (name === 'actions') return draw.pick(['created', 'created,moved']);
  // Nothing comes while it waits.
  if (name === 'wait') return 0;
  if (/^filterCustomTag(Ids|PIds|Values)$/.test(name)) return '';
  if (/^(headquarters|paymentSystems)$/.test(name)) return draw.pick(['1', '1,2', '']);
  return leaf(draw, schema, bodies.unique());
}

async function addBody(sketch: Sketch, draw: Draw, bodies: Bodies, names: Fields): Promise<void> {
  const { body: schema, mediaType, bodyRequired, id } = sketch.operation;
  if (!schema || mediaType === undefined || (!bodyRequired && draw.chance(0.2))) return;
  sketch.headers['Content-Type'] = mediaType;
  if (mediaType === 'multipart/form-data') {
    Object.assign(sketch, { bytes: upload(draw, bodies) });
    sketch.headers['Content-Type'] = FORM_TYPE;
  } else if (mediaType === 'application/x-ndjson') {
    sketch.bytes = Buffer.from(await importLines(draw, bodies));
  } else {
    sketch.body = await bodies.value(draw, schema);
    await fit(id, sketch, draw, bodies, names);
  }
}

/** Makes a body fit the record in the path. */
async function fit(id: string, sketch: Sketch, draw: Draw, bodies: Bodies, names: Fields) {
  const body = sketch.body as Record<string, Fields>;
  const { existing } = bodies;
  if (id === 'createRma') {
    const row = await existing.one(draw, 'returnableRows');
    if (!row) return;
    sketch.path['id'] = String(row['document_id']);
    const { rmas = {} } = body;
    rmas['items'] = [{ hash: row['hash'], quantity: 1 }];
  }
  if (id === 'createOrderShipment') {
    const row = await existing.one(draw, 'shippedRows');
    if (!row) return;
    sketch.path['id'] = String(row['document_id']);
    const { shipments = {} } = body;
    shipments['rows'] = [{ hash: row['hash'], quantity: 0.001 }];
    shipments['from'] = { id: row['shipment_id'] };
  }
  if (id === 'updateUserCustomTag' || id === 'updateOrderCustomTag') {
    const tag = await existing.byId('tags', Number(names['customTagId'] ?? 0));
    if (!tag) return;
    const value = await formedValue(tag, draw, bodies);
    const chosen = await existing.valueOf(draw, Number(tag['id']));
    const text = Number(tag['control_type']) === 5 ? (chosen?.['p_id'] ?? 'none') : textOf(value);
    body['customTags'] = id === 'updateUserCustomTag' ? value : { value: text };
  }
  if (id === 'changeRmaStatus' || id === 'changeShipmentStatus') {
    const isRma = id === 'changeRmaStatus';
    const table = isRma ? 'documents' : 'document_shipments';
    const row = await existing.byId(table, Number(sketch.path['id']));
    const kind = isRma ? 'rma' : 'shipment';
    sketch.body = { status: nextState(draw, kind, Number(row?.['status'] ?? 1)) };
  }
}

function textOf({ general, languages }: Fields): unknown {
  return ((general ?? (languages as Fields[] | undefined)?.[0]) as Fields | undefined)?.['value'];
}

function upload(draw: Draw, bodies: Bodies): Buffer {
  const names = Array.from(
    { length: draw.between(1, 3) },
    () => `${bodies.unique()}.${draw.pick(['txt', 'png', 'csv', 'svg'])}`,
  );
  const files = names.map((name) => file(name, 'x'.repeat(draw.between(0, 2000))));
  return form(field('path', draw.pick(['fuzz', '.', 'images'])), ...files);
}

/** Bodies of the API that lines of the import are made of, too. */
const lineSchemas: readonly (readonly [type: string, schema: string])[] = [
  ['tagGroup', 'CreateTagGroup'],
  ['tag', 'CreateTag'],
  ['news', 'CreateNews'],
  ['definition', 'CreateDefinition'],
  ['location', 'CreateLocation'],
  ['userGroup', 'CreateUserGroup'],
  ['user', 'CreateUser'],
  ['order', 'OrderLine'],
];

/** Some lines; many of them have something wrong, which must not keep the others from being stored. */
async function importLines(draw: Draw, bodies: Bodies): Promise<string> {
  const lines: unknown[] = [];
  for (let count = draw.between(1, 5); count > 0; count--) {
    const line = draw.chance(0.6) ? await recordLine(draw, bodies) : catalogLine(draw, bodies);
    lines.push(draw.chance(0.5) ? spoilt(line, draw) : line);
  }
  return lines.map((line) => JSON.stringify(line)).join(draw.pick(['\n', '\r\n', '\n\n']));
}

async function recordLine(draw: Draw, bodies: Bodies): Promise<object> {
  const [type, schema] = draw.pick(lineSchemas);
  const reference = { $ref: `#/components/schemas/${schema}` };
  // Without a password: to hash one takes longer than all the rest.
  const { password: _left, ...fields } = (await bodies.value(draw, reference)) as Fields;
  return { type, ...fields };
}

function catalogLine(draw: Draw, bodies: Bodies): object {
  const pId = bodies.unique();
  const name = draw.pick(['ñ', '渠道', 'Mug', '👩‍👩‍👧']);
  return draw.pick<object>([
    { type: draw.pick(['product', 'category', 'page', 'banner', 'warehouse']), pId, name },
    { type: 'zone', pId, countryCode: 'ES', name },
    { type: 'tax', pId, name, rate: draw.between(0, 100), reRate: 1.5 },
    { type: 'channel', pId, name },
    { type: 'headquarter', pId, name, series: [{ document: 'order', prefix: 'X-', suffix: '' }] },
    { type: 'subStatus', pId, document: 'order', status: 2, name },
    { type: 'statusAction', pId, document: 'order', status: 4, action: 'CREATE_INVOICE' },
    { type: 'nothing', pId },
  ]);
}

/** As it goes over the wire. */
export function exactRequest(sketch: Sketch): ExactRequest {
  const path = sketch.operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(sketch.path[name] ?? ''),
  );
  const query = sketch.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const body =
    sketch.bytes ?? (sketch.body === undefined ? undefined : JSON.stringify(sketch.body));
  return {
    method: sketch.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: sketch.headers,
    ...(body === undefined ? {} : { body }),
  };
}

/** A text with this prefix is sent as it is: invalid escapes have to get through. */
export const RAW = '\0raw:';

function encoded(text: string): string {
  if (text.startsWith(RAW)) return text.slice(RAW.length);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
