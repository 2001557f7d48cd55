import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { getSqlitePackage } from '../../src/database/dialect/sqlite.driver';
import { PERSISTENT_FOLDER } from '../databases';
import { freePort, runBenchScript, type Server, startPeer } from '../processes';
import type { FilledStore, Peer } from './peer';
import { shop } from './works';

const root = resolve(__dirname, '../../..');

/** A peer's project, which stays for the next run. */
export interface PeerProject {
  readonly folder: string;
  readonly filled: FilledStore;
}

/** Installs a peer by npm in its own folder and fills it, unless an earlier run has done so. */
export async function setUpPeer(peer: Peer): Promise<PeerProject> {
  const folder = join(PERSISTENT_FOLDER, 'peers', peer.name);
  const mark = join(folder, 'filled.json');
  const project = projectFile(peer);
  const file = join(folder, 'package.json');
  const isFilled = existsSync(mark) && readFileSync(file, 'utf8') === project;
  if (!isFilled) {
    rmSync(mark, { force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, project);
    install(folder);
  }
  linkDriver(folder);
  if (!isFilled) await fillProject(peer, folder, mark);
  return { folder, filled: JSON.parse(readFileSync(mark, 'utf8')) as FilledStore };
}

/** Starts a peer that is set up. */
export async function startProject(peer: Peer, { folder, filled }: PeerProject): Promise<Server> {
  const port = await freePort();
  const variables = { ...peer.variables, PORT: String(port) };
  const server = await startPeer(port, peer.serve(port), variables, folder, peer.health);
  return { ...server, authorization: await peer.authorization(server.url, filled) };
}

function projectFile({ name, packages, isModule = false }: Peer): string {
  const type = isModule ? 'module' : 'commonjs';
  const project = { name: `peer-${name}`, private: true, type, dependencies: packages };
  return `${JSON.stringify(project, undefined, 2)}\n`;
}

/** Install scripts are not run, because their downloads are not needed. */
function install(folder: string): void {
  const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', parameters, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm install in ${folder} ended with ${status}`);
}

/** Links the installed driver, so that both systems use the same one. */
function linkDriver(folder: string): void {
  const driver = join(folder, 'node_modules/better-sqlite3');
  rmSync(driver, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules', getSqlitePackage()), driver);
}

async function fillProject(peer: Peer, folder: string, mark: string): Promise<void> {
  cpSync(join(root, 'bench/peers', peer.name), folder, { recursive: true });
  for (const [path, text] of Object.entries(peer.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const script of peer.preparations ?? [])
    await runBenchScript(script, peer.variables, folder);
  const numbers = [shop.customers, shop.orders, shop.rows].map(String);
  const filled = await runBenchScript([...peer.fill, ...numbers], peer.variables, folder);
  if (filled === undefined) throw new Error(`${peer.name} was not filled`);
  writeFileSync(mark, JSON.stringify(filled));
}
