// swc only strips the types; `npm run types` checks them. Its switches repeat tsconfig.json.
const typescript = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
    },
  },
};

/**
 * One configuration for every kind of spec; which engine the database and HTTP specs use is told by
 * TEST_MYSQL_URL (unset: SQLite), so one run is always one engine. Specs that open no database know no
 * engine, nor do those about documents, the browser, pictures and rate limits: they run with SQLite's.
 */
const engineFree = [
  '<rootDir>/src/',
  '<rootDir>/test/api/conventions/(shared-)?rate-limits\\.e2e-spec',
  '<rootDir>/test/api/util/upload-image-codecs\\.e2e-spec',
  '<rootDir>/test/browser/',
  '<rootDir>/test/contract/',
  '<rootDir>/test/documentation/',
  '<rootDir>/test/drills/checker\\.spec',
  '<rootDir>/test/files/local-file-store\\.spec',
  '<rootDir>/test/real-data/(conversion|images|poll-orders)\\.spec',
];

/** Behind two processes (TEST_PROCESSES=2): HTTP specs against the built service beside that of the specs. */
const behindTwo = {
  globalSetup: '<rootDir>/test/two-processes/build.ts',
  setupFilesAfterEnv: ['<rootDir>/test/two-processes/setup.ts'],
  testTimeout: 60_000,
};

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testEnvironment: 'node',
  testMatch: [
    '<rootDir>/src/**/*.spec.ts',
    '<rootDir>/test/**/*.spec.ts',
    '<rootDir>/test/**/*.e2e-spec.ts',
  ],
  testPathIgnorePatterns: process.env.TEST_MYSQL_URL ? engineFree : [],
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/typescript-workers.cjs'],
  // The demo's names come from a package of ES modules, which jest can't load as they are.
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    '/@faker-js/.+\\.js$': ['@swc/jest', { swcrc: false, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!@faker-js/)'],
  maxWorkers: 2,
  // A worker keeps what earlier files have loaded; a new one is cheaper than collecting in gigabytes.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.spec.ts', '!src/main.ts'],
  coverageDirectory: 'coverage',
  ...(process.env.TEST_PROCESSES === '2' && behindTwo),
};
