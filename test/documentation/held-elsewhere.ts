/** Where a command is run that the spec of the documentation's commands doesn't run itself. */
export interface HeldElsewhere {
  /** The beginning of the command. */
  readonly command: string;
  /** A file of the project that runs it, or what it stands for, and what is written there. */
  readonly in?: string;
  readonly says?: string;
  /** Where no file does: why not. */
  readonly because?: string;
  /** The file that takes its options: each that a page names must be there. */
  readonly options?: string;
}

const CI = '.ci/run';
const LONG = '.ci/verify-long';
const SCRIPTS = 'package.json';

/** The longest beginning counts. */
export const heldElsewhere: readonly HeldElsewhere[] = [
  { command: 'npm ci', in: CI, says: 'npm ci --ignore-scripts' },
  // The README's page is run on dist/main.js of the build.
  {
    command: 'npm start',
    in: SCRIPTS,
    says: '"start": "tsc -p tsconfig.build.json && node dist/prepare.js && exec node dist/main.js"',
  },
  { command: 'npm run build', in: CI, says: 'npm run --silent build\n' },
  { command: 'npm run dev', because: 'it watches until it is stopped; what it builds CI builds' },
  { command: 'npm test', in: CI, says: 'sqlite_specs=test ' },
  { command: 'npm run test:sqlite', in: CI, says: 'sqlite_specs=test:sqlite\n' },
  { command: 'npm run test:engine', in: CI, says: 'specs test:engine' },
  { command: 'npm run test:mysql', in: LONG, says: 'in_full test:mysql' },
  { command: 'npm run test:two', because: 'the drill http-suite runs these specs and others so' },
  { command: 'npx jest', in: SCRIPTS, says: '"test": "env -u TEST_MYSQL_URL jest"' },
  { command: 'npm run format', in: CI, says: ' format:check ' },
  { command: 'npm run verify', in: CI, says: ' types lint:code format:check lint:prose deps knip' },
  { command: 'npm run lint:changed', because: 'CI lints all files' },
  { command: 'npm run check', because: 'it is a part of CI' },
  { command: 'npm run verify:long', because: 'it is what is too long for CI' },
  { command: 'npm run deps', in: CI, says: ' deps ' },
  { command: 'bash .ci/run', because: 'it is CI' },
  { command: 'npm audit', because: 'it asks the registry what is known today' },
  { command: 'node .ci/currencies.cjs', because: 'it reads a package that is installed for it' },
  { command: 'npm install', because: 'it changes what is installed' },
  { command: 'npm install-scripts', because: 'it changes what is installed' },
  { command: 'npm run lock', because: 'it completes package-lock.json from the registry' },
  { command: 'npm run generate', because: 'it writes what generate:check compares' },
  { command: 'npm run generate:check', in: CI, says: 'npm run --silent generate:check' },
  {
    command: 'npm run docs:release',
    ...{ in: 'test/contract/compatibility.spec.ts', says: 'expect(written(outline))' },
  },
  {
    command: 'npm run release:files',
    ...{ in: 'test/contract/shipped-packages.spec.ts', says: '.ci/release-files.cjs' },
  },
  { command: 'npm sbom', in: '.ci/release-files.cjs', says: "'sbom'" },
  {
    command: 'npm run docs:screenshots',
    ...{ in: 'test/browser/swagger-ui.e2e-spec.ts', says: "process.env['SCREENSHOTS']" },
  },
  {
    command: 'npm run fuzz',
    ...{ in: 'test/fuzz/fuzz.e2e-spec.ts', says: "from './fuzzer'", options: 'test/fuzz/run.ts' },
  },
  {
    command: 'npm run drills',
    ...{ in: 'test/drills/drills.e2e-spec.ts', says: "runShortDrill('kill')" },
    options: 'test/drills/run.ts',
  },
  {
    command: 'npm run bench',
    ...{ in: LONG, says: 'npm run --silent bench -- --smoke', options: 'bench/run.ts' },
  },
  {
    command: 'npm run demo',
    ...{ in: 'test/demo/demo-process.ts', says: "from '../../demo/demo'" },
    options: 'demo/options.ts',
  },
  { command: 'docker build', in: 'docker/try-image', says: '--file docker/Dockerfile --tag' },
  { command: 'docker run', in: 'docker/try-image', says: 'node dist/main.js' },
  { command: 'docker logs', in: 'docker/try-image', says: 'no first key is printed' },
  { command: 'docker exec', in: 'docker/try-image', says: 'node dist/cli.js keys list' },
  {
    command: 'CLUSTER_ADDRESS=gcomm:// docker compose',
    because: 'it fetches images; a spec reads the file',
  },
  { command: 'docker compose', because: 'it fetches images; a spec reads the file' },
  { command: 'docker/try-image', because: 'it needs root and takes minutes' },
  { command: 'npm run typeorm', because: 'it builds the tools first; ormconfig.ts is two lines' },
  {
    command: 'node test/real-data/adventureworks.mjs',
    ...{ in: 'test/real-data/real-data.e2e-spec.ts', says: 'adventureworks.mjs' },
  },
  {
    command: 'node test/real-data/oracle-co.mjs',
    ...{ in: 'test/real-data/real-data.e2e-spec.ts', says: 'oracle-co.mjs' },
  },
  {
    command: 'node test/real-data/customers.mjs',
    ...{ in: 'test/real-data/customers.e2e-spec.ts', says: 'customers.mjs' },
  },
  {
    command: 'node test/real-data/expected.mjs',
    ...{ in: 'test/real-data/real-data.e2e-spec.ts', says: 'expected.mjs' },
  },
  {
    command: 'node test/real-data/differences.mjs',
    ...{ in: 'test/real-data/conversion.spec.ts', says: 'differences.mjs' },
  },
  {
    command: 'node dist/cli.js import adventureworks.ndjson',
    ...{ in: 'test/real-data/imported-store.ts', says: 'BuiltImport.start' },
  },
  {
    command: 'node docs/examples/poll-orders.mjs',
    ...{ in: 'test/real-data/poll-orders.spec.ts', says: "'poll-orders.mjs'" },
  },
];

/** Blocks with a name are run by a spec of their own. */
export const namedBlocks: Readonly<Record<string, string>> = {
  'backup-store': 'test/operations/backup.e2e-spec.ts',
  'check-store': 'test/operations/backup.e2e-spec.ts',
  'restore-store': 'test/operations/backup.e2e-spec.ts',
  'restore-record': 'test/command-line/record-from-backup.e2e-spec.ts',
  'snapshot-sqlite': 'test/operations/point-in-time.e2e-spec.ts',
  'rewind-sqlite': 'test/operations/point-in-time.e2e-spec.ts',
  'copy-mariadb': 'test/operations/point-in-time.e2e-spec.ts',
  'follow-mariadb': 'test/operations/point-in-time.e2e-spec.ts',
  'rewind-mariadb': 'test/operations/point-in-time.e2e-spec.ts',
};

/** Where the command is run; undefined: it is run with its page. */
export function holderOf(command: string): HeldElsewhere | undefined {
  const fitting = heldElsewhere.filter(
    ({ command: beginning }) => command === beginning || command.startsWith(`${beginning} `),
  );
  return fitting.sort((one, other) => other.command.length - one.command.length)[0];
}
