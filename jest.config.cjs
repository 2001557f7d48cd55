const engineSpecs = require('./test/support/jest/engine-specs.cjs');
const { typescript } = require('./test/support/jest/swc.cjs');

/**
 * One configuration for every kind of spec. The engine of the database and HTTP specs is named by TEST_MYSQL_URL (unset:
 * SQLite), so one run is always one engine; specs that need no particular engine run with SQLite's.
 */
const engineFree = engineSpecs.engineFree.map((path) => `<rootDir>/${path}`);

/** What takes too long for every change, though others try the same: CASES=many runs it, as .ci/verify-long does. */
const long = [
  'src/platform/media/images/picture-bombs\\.spec',
  'test/api/conventions/processes/stopping-pictures\\.e2e-spec',
  'test/browser/(accessibility|additions|confirmation|day|secrets)\\.e2e-spec',
  'test/clients/typescript-client\\.e2e-spec',
  'test/demo/(demo|run)\\.e2e-spec',
  'test/drills/(invoicing-records|long-drills)\\.e2e-spec',
  'test/real-data/(conversion|customers|export|images|order-life|poll-orders|real-data)\\.',
  'test/two-processes/once\\.e2e-spec',
];
const leftOut = process.env.CASES === 'many' ? [] : long.map((path) => `<rootDir>/${path}`);

/** Behind two processes (TEST_PROCESSES=2): HTTP specs against the built service beside that of the specs. */
const behindTwo = {
  globalSetup: '<rootDir>/test/two-processes/build.ts',
  setupFilesAfterEnv: ['<rootDir>/test/two-processes/setup.ts'],
};

const swc = ['@swc/jest', typescript];
const outside = '<rootDir>/test/support/jest/outside.cjs';

/** What jest measures the coverage of has to be loaded in its sandbox. */
const isMeasured = process.argv.includes('--coverage');

const every = {
  rootDir: __dirname,
  testPathIgnorePatterns: process.env.TEST_MYSQL_URL ? [...engineFree, ...leftOut] : leftOut,
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.spec.ts', '!src/main.ts'],
};

/** Each spec has modules of its own, which it may mock. */
const inSandbox = {
  ...every,
  displayName: 'units',
  roots: ['<rootDir>/src'],
  testEnvironment: '<rootDir>/test/support/jest/node-environment.cjs',
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/jest/typescript-workers.cjs'],
  // An ES module, which Node.js loads and jest does not.
  transform: { '^.+\\.ts$|/node_modules/any-ascii/.+\\.js$': swc },
  transformIgnorePatterns: ['/node_modules/(?!any-ascii/)'],
};

/** The service and the libraries are loaded once a worker; see service-environment.cjs. */
const withService = {
  ...every,
  displayName: 'service',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/support/jest/service-environment.cjs',
  testMatch: ['<rootDir>/test/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
  setupFiles: ['<rootDir>/test/support/jest/typescript-workers.cjs'],
  transform: {
    ...(!isMeasured && { '/src/.+\\.ts$|/test/support/contract\\.ts$': outside }),
    '^.+\\.ts$': swc,
    '/node_modules/.+\\.[cm]?js$': outside,
  },
  // jest's own files are loaded by itself, before there is a sandbox.
  transformIgnorePatterns: ['/node_modules/@?jest'],
  ...(process.env.TEST_PROCESSES === '2' && behindTwo),
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [inSandbox, withService],
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/jest/longest-first.cjs',
  // A worker keeps what earlier files have loaded; a new one is cheaper than collecting in gigabytes.
  workerIdleMemoryLimit: '1GB',
  // Far more than any takes on a quiet machine; node-environment.cjs gives more on a busy one.
  testTimeout: 300_000,
  coverageDirectory: 'coverage',
};
