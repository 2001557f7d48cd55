import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Databases } from './databases';
import { dist, type Server, startService } from './processes';

/** Number of listed functions. */
const MAX_FUNCTIONS = 100;

/** Profiles the service under load. @returns a report about its CPU time, as text */
export async function profileService(
  { folder }: Databases,
  url: string,
  load: (service: Server) => Promise<unknown>,
): Promise<string> {
  const service = await startService(url, folder, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const begun = microseconds();
  try {
    await load(service);
  } finally {
    await service.stop();
  }
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('The service wrote no profile');
  return summary(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile, begun);
}

/** Now, by the clock of V8's samples. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: Frame;
  }[];
  readonly samples: readonly number[];
  /** Times in microseconds. */
  readonly startTime: number;
  /** Time between a sample and the one before it. */
  readonly timeDeltas: readonly number[];
}

type Times = Map<string, number>;

/**
 * Returns times of functions with and without their callees, and of packages; idle time is ignored.
 * @param begun start of the evaluation, because the startup takes as long as many requests
 */
function summary({ nodes, samples, startTime, timeDeltas }: Profile, begun: number): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const functions: Times = new Map();
  const parts: Times = new Map();
  const whole: Times = new Map();
  let total = 0;
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const { callFrame } = byId.get(id)!;
    const time = timeDeltas[index] ?? 0;
    at += time;
    if (at < begun) continue;
    if (callFrame.functionName === '(idle)' || callFrame.functionName === '(root)') continue;
    total += time;
    add(functions, nameOf(callFrame), time);
    add(parts, partOf(placeOf(callFrame.url)), time);
    const stack = new Set<string>();
    for (let node: number | undefined = id; node !== undefined; node = parents.get(node)) {
      stack.add(nameOf(byId.get(node)!.callFrame));
    }
    for (const name of stack) add(whole, name, time);
  }
  const list = (times: ReadonlyMap<string, number>): string =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_FUNCTIONS)
      .map(([name, time]) => `${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
      .join('\n');
  return [
    ...['Self time by part', list(parts), '', 'Self time by function', list(functions), ''],
    ...['Time by function, with what it calls', list(whole)],
  ].join('\n');
}

function add(times: Times, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const place = placeOf(url);
  return `${functionName || '(anonymous)'} ${place === '' ? '' : `${place}:${lineNumber + 1}`}`;
}

function placeOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  const inPackage = url.lastIndexOf('/node_modules/');
  if (inPackage >= 0) return url.slice(inPackage + 1);
  return relative(join(dist, '..'), fileURLToPath(url));
}

/** `node:internal`, `node_modules/express`, `dist/api`, or V8 itself. */
function partOf(place: string): string {
  if (place === '') return 'V8 and native code';
  if (place.startsWith('node:')) return 'Node.js';
  const parts = place.split('/');
  const depth = parts[0] !== 'node_modules' ? 2 : parts[1]?.startsWith('@') ? 3 : 2;
  return parts.slice(0, depth).join('/');
}
