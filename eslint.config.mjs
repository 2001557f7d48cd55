import { builtinModules } from 'node:module';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { keptByCrud } from './.ci/lint/kept-by-crud.mjs';

const specs = ['**/*.spec.ts', '**/*.e2e-spec.ts'];
const outsideTheService = [
  ...specs,
  'test/**/*.ts',
  'bench/**/*.ts',
  'demo/**/*.ts',
  'ormconfig.ts',
];

/** A suppression without a reason can't be judged by the next reader, so it doesn't count. */
const suppressionReason = {
  meta: {
    type: 'suggestion',
    docs: { description: 'require "-- reason" on every eslint-disable comment' },
    messages: { missing: 'Say why: `// eslint-disable-next-line rule -- reason`.' },
    schema: [],
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.trim();
          if (!/^eslint-disable(-next-line|-line)?(\s|$)/.test(text)) continue;
          if (!/\s--+\s+\S/.test(text)) context.report({ loc: comment.loc, messageId: 'missing' });
        }
      },
    };
  },
};

const syntax = {
  noDefaultExport: {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name: a default export has another name in every file.',
  },
  noEnum: {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of literals or a constant object: enums are neither types nor data.',
  },
  environmentInConfigOnly: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only src/config reads the environment; inject Configuration.',
  },
  clockOnly: {
    selector:
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Inject Clock, so that specs can set the time (performance.now() for durations).',
  },
  recordKeys: {
    selector: 'ObjectExpression > Property[key.type="Identifier"][key.name=/^[A-Z][A-Z0-9_]+$/]',
    message: "The contract's UPPER CASE keys stand in *.record.ts only.",
  },
  packedMembers: {
    selector:
      'ObjectExpression > SpreadElement > ObjectExpression.argument, ArrayExpression > SpreadElement > ArrayExpression.argument',
    message: 'Write the members themselves, one a line.',
  },
  sqlInDatabaseOnly: {
    selector: ':matches(Literal[value=/SQL/], TemplateElement[value.raw=/SQL/])'.replaceAll(
      'SQL',
      String.raw`\b(SELECT\s[\s\S]+\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\S+\s+SET|FOR\s+UPDATE)\b`,
    ),
    message:
      'SQL stands in src/database only, where both engines are thought of: ask the loader or the writer, or give them the words.',
  },
  noStatements: {
    selector:
      "MemberExpression[property.name=/^(all|change|read|write|dialect)$/]:matches([object.name='database'], [object.property.name='database'])",
    message:
      'Statements and dialects are for src/database only: use Loader, Writer, and unlessViolated for broken constraints.',
  },
  unitOfWorkOnly: {
    selector: "MemberExpression[property.name='dataSource']",
    message:
      'The data source leads out of the unit of work, where TypeORM has no connection: use the manager itself.',
  },
  dtoFieldDecorated: {
    selector: 'ClassBody > PropertyDefinition[decorators.length=0]',
    message:
      'A DTO field is declared by a field decorator of api, or by class-validator, else it is unknown.',
  },
  dtoNoBehaviour: {
    selector: 'ClassBody > MethodDefinition',
    message: 'A DTO holds fields only; what acts on them belongs to the service.',
  },
  noFocusedSpec: {
    selector:
      'CallExpression > MemberExpression.callee[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo)$/]',
    message: 'Every spec runs, always.',
  },
};
const everywhere = [syntax.noDefaultExport, syntax.noEnum];
const service = [
  ...everywhere,
  syntax.environmentInConfigOnly,
  syntax.clockOnly,
  syntax.packedMembers,
];
const records = [...service, syntax.sqlInDatabaseOnly, syntax.noStatements];
const modules = [...records, syntax.recordKeys, syntax.unitOfWorkOnly];

const plainBuiltins = builtinModules
  .filter((name) => !name.startsWith('node:') && !name.startsWith('_'))
  .map((name) => ({ name, message: `Import 'node:${name}'.` }));
/** npm installs one of two. */
const sqliteDrivers = ['better-sqlite3', 'better-sqlite3-13'].map((name) => ({
  name,
  message: 'Use openSqlite of src/database/dialect/sqlite.driver.ts.',
}));
const everyImport = { paths: [...plainBuiltins, ...sqliteDrivers] };
const deepImports = {
  patterns: [
    {
      regex: '^@nestjs/[^/]+/',
      message: "Import the package's public entry: inner paths change without notice.",
    },
  ],
};
const nestErrors = {
  regex: '^@nestjs/common$',
  importNamePattern: 'Exception$',
  message: 'Throw an error of defineError: others are answered as 500, or as an unknown path.',
};
/** Decorators declare; the schema that is derived of them checks (docs/adr/0005). */
const declaringOnly = {
  paths: [
    ...everyImport.paths,
    {
      name: 'class-transformer',
      allowImportNames: ['Type'],
      message:
        'Only @Type counts: the check of the request reads values, record tables write them.',
    },
    {
      name: 'class-validator',
      importNames: ['validate', 'validateSync', 'validateOrReject', 'Validator'],
      message: 'Compile the schema of the class (Shapes): it tells faults with pointers and codes.',
    },
  ],
};
const repositoryOutside =
  'A repository works inside a unit of work only, from the EntityManager that UnitOfWork.run hands out: ' +
  'elsewhere its statements would run into the transactions of other requests (docs/persistence.md).';
const outsideDatabase = {
  paths: [
    ...declaringOnly.paths,
    { name: '@nestjs/typeorm', message: repositoryOutside },
    { name: 'typeorm', importNames: ['BaseEntity', 'DataSource'], message: repositoryOutside },
  ],
};
const notInDto = {
  paths: [
    ...outsideDatabase.paths,
    {
      name: '@nestjs/mapped-types',
      message: 'Use Editable and PartOf of api: they keep descriptions, and no defaults.',
    },
    {
      name: '@nestjs/swagger',
      message: 'Use the options of the field decorators of api, or JSONSchema.',
    },
  ],
};

export default defineConfig(
  globalIgnores([
    ...['dist/', 'build/', 'coverage/', 'data/', 'docs/'],
    // Built, and generated.
    ...['clients/typescript/dist/', 'clients/typescript/src/schema.ts'],
  ]),
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      project: { rules: { 'suppression-reason': suppressionReason, 'kept-by-crud': keptByCrud } },
    },
    rules: {
      'project/suppression-reason': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-imports': ['error', { ...everyImport, ...deepImports }],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
      // In files with decorators the rule holds still by itself: their metadata needs real imports.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest modules are classes that only carry a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Entities and request bodies are declared as classes and always are plain objects.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A type parameter that is named once still tells the caller what comes back.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-syntax': ['error', ...service],
      'no-restricted-imports': ['error', { ...declaringOnly, ...deepImports }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      complexity: ['error', 20],
      '@typescript-eslint/max-params': ['error', { max: 6 }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/database/**'],
    rules: {
      'no-restricted-imports': ['error', { ...outsideDatabase, ...deepImports }],
      'project/kept-by-crud': 'error',
    },
  },
  {
    files: ['src/modules/**/*.ts'],
    ignores: [...specs, '**/*.record.ts'],
    rules: { 'no-restricted-syntax': ['error', ...modules] },
  },
  {
    files: ['src/modules/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-imports': [
        'error',
        { ...outsideDatabase, patterns: [...deepImports.patterns, nestErrors] },
      ],
    },
  },
  {
    files: ['src/modules/**/*.record.ts'],
    rules: { 'no-restricted-syntax': ['error', ...records] },
  },
  {
    // Tables are as long as what they list, and cut in two they are harder to read.
    files: [
      'src/modules/**/*.{record,dto}.ts',
      'src/modules/sales/pdf/labels/**/*.ts',
      'src/config/configuration.ts',
      'src/modules/privacy/personal-data.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/modules/**/*.dto.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...modules,
        syntax.dtoFieldDecorated,
        syntax.dtoNoBehaviour,
      ],
      'no-restricted-imports': ['error', { ...notInDto, ...deepImports }],
    },
  },
  {
    files: ['src/config/**/*.ts'],
    ignores: specs,
    rules: { 'no-restricted-syntax': ['error', ...everywhere, syntax.clockOnly] },
  },
  {
    files: ['src/core/clock.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, syntax.environmentInConfigOnly],
    },
  },
  {
    // The two entries: they hand the environment to the configuration and talk to a terminal.
    files: ['src/main.ts', 'src/serve.ts', 'src/cli.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere], 'no-console': 'off' },
  },
  {
    // A migration is read from top to bottom, as one list of tables.
    files: ['src/database/migrations/**/*.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    // A spec reads whatever JSON a response holds and asserts on it, so a wrong shape fails there.
    files: outsideTheService,
    rules: {
      'no-console': 'off',
      'no-restricted-syntax': ['error', ...everywhere, syntax.noFocusedSpec],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // TypeORM's command line and jest load these by their default export.
    files: ['ormconfig.ts', 'test/**/global-*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere.slice(1)] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['Buffer', 'URL', 'console', 'fetch', 'performance', 'process', 'setTimeout'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
    rules: { 'no-console': 'off' },
  },
  {
    // What runs in the browser, with Swagger UI.
    files: ['assets/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['addEventListener', 'clearTimeout', 'document', 'localStorage'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', module: 'writable', require: 'readonly' },
    },
  },
);
