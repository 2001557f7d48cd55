/**
 * The project's own lint rules; .oxlintrc.json says which files each one holds for. A rule is a sentence for the reader,
 * and either selectors of the syntax that it refuses, or imports.
 */

const SQL = String.raw`/\b(SELECT\s[\s\S]+\sFROM|INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\S+\s+SET|FOR\s+UPDATE)\b/`;
const REPOSITORY =
  'A repository works inside a unit of work only, and knows nothing of folded columns, the search index and the journal: ' +
  'take Crud, Loader and Writer (docs/persistence.md).';

/** Refuses each node that `selector` matches. */
function refuse(message, selector) {
  return rule(message, (context) => ({
    [selector](node) {
      context.report({ node, messageId: 'refused' });
    },
  }));
}

/** Refuses to import, or to export again, `names` of the packages that `from` matches; without `names`, anything. */
function refuseImports(message, from, names) {
  return rule(message, (context) => {
    const check = (node) => {
      if (typeof node.source?.value !== 'string' || !from.test(node.source.value)) return;
      const imported = (node.specifiers ?? []).map((one) => one.imported ?? one.local);
      const isAll = node.type === 'ExportAllDeclaration' || imported.length === 0;
      if (!names || isAll || imported.some((one) => names.test(one.name ?? one.value)))
        context.report({ node, messageId: 'refused' });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  });
}

function rule(message, create) {
  return { meta: { type: 'problem', messages: { refused: message }, schema: [] }, create };
}

/** A suppression without a reason can't be judged by the next reader, so it doesn't count. */
const suppressionReason = rule(
  'Give the reason: `// oxlint-disable-next-line rule -- reason`.',
  (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const text = comment.value.trim();
        if (!/^(eslint|oxlint)-disable(-next-line|-line)?(\s|$)/.test(text)) continue;
        if (!/\s--+\s+\S/.test(text)) context.report({ loc: comment.loc, messageId: 'refused' });
      }
    },
  }),
);

/**
 * What is used as a type only is imported as one, so that no file is loaded for it. Files with decorators are left
 * alone: the compiler writes types of their members down for Nest and TypeORM, which takes the values.
 */
const typeImports = rule('Import it by `import type`: only its type is used.', (context) => {
  const isType = ({ isValueReference, identifier }) =>
    !isValueReference || within(identifier, 'TSTypeQuery');
  let isDecorated = false;
  return {
    Decorator() {
      isDecorated = true;
    },
    'Program:exit'() {
      if (isDecorated) return;
      for (const { variables } of context.sourceCode.scopeManager.scopes) {
        for (const { defs, references } of variables) {
          const [definition] = defs;
          if (definition?.type !== 'ImportBinding' || references.length === 0) continue;
          const { node, parent } = definition;
          if (
            node.importKind !== 'type' &&
            parent.importKind !== 'type' &&
            references.every(isType)
          )
            context.report({ node, messageId: 'refused' });
        }
      }
    },
  };
});

function within(node, type) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === type) return true;
    if (/Statement$|Declaration$/.test(at.type)) return false;
  }
  return false;
}

/** The manager of a unit of work leads to repositories: no work takes it. */
const unitManager = rule(REPOSITORY, (context) => ({
  'CallExpression[callee.property.name=/^(run|attempt)$/]'({ callee, arguments: [work] }) {
    if (callee.object.name !== 'Compensation' && work?.params?.length > 0)
      context.report({ node: work.params[0], messageId: 'refused' });
  },
}));

export default {
  meta: { name: 'project' },
  rules: {
    'suppression-reason': suppressionReason,

    'type-imports': typeImports,

    'no-default-export': refuse(
      'Export by name: a default export has another name in every file.',
      'ExportDefaultDeclaration',
    ),
    'no-enum': refuse(
      'Use a union of literals or a constant object: enums are neither types nor data.',
      'TSEnumDeclaration',
    ),
    'environment-in-config': refuse(
      'Only src/config reads the environment; inject Configuration.',
      "MemberExpression[object.name='process'][property.name='env']",
    ),
    'time-from-clock': refuse(
      'Inject Clock, so that specs can set the time (performance.now() for durations).',
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
    ),
    'keys-in-records': refuse(
      "The contract's UPPER CASE keys are in *.record.ts only.",
      'ObjectExpression > Property[key.type="Identifier"][key.name=/^[A-Z][A-Z0-9_]+$/]',
    ),
    'no-packed-members': refuse(
      'Write the members themselves, one a line.',
      'ObjectExpression > SpreadElement > ObjectExpression.argument, ArrayExpression > SpreadElement > ArrayExpression.argument',
    ),
    'sql-in-database': refuse(
      'SQL is in src/database only, where both engines are thought of: ask the loader or the writer, or give them the words.',
      `:matches(Literal[value=${SQL}], TemplateElement[value.raw=${SQL}])`,
    ),
    'no-statements': refuse(
      'Statements and dialects are for src/database only: use Loader, Writer, and mapViolations for broken constraints.',
      "MemberExpression[property.name=/^(select|execute|read|write|dialect)$/]:matches([object.name='database'], [object.property.name='database'])",
    ),
    'no-data-source': refuse(
      'The data source leads out of the unit of work, where TypeORM has no connection.',
      "MemberExpression[property.name='dataSource']",
    ),
    'decorated-fields': refuse(
      'A DTO field is declared by a field decorator of api, or by class-validator, else it is unknown.',
      'ClassBody > PropertyDefinition[decorators.length=0]',
    ),
    'no-behaviour': refuse(
      'A DTO holds fields only; what acts on them belongs to the service.',
      'ClassBody > MethodDefinition',
    ),
    'no-focused-spec': refuse(
      'Every spec runs, always.',
      'CallExpression > MemberExpression.callee[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo)$/]',
    ),

    'public-entry': refuseImports(
      "Import the package's public entry: inner paths change without notice.",
      /^@nestjs\/[^/]+\//,
    ),
    'only-type-transforms': refuseImports(
      'Only @Type counts: the check of the request reads values, record tables write them.',
      /^class-transformer$/,
      /^(?!Type$)/,
    ),
    'schema-validates': refuseImports(
      'Compile the schema of the class (Shapes): it reports faults with pointers and codes.',
      /^class-validator$/,
      /^(validate|validateSync|validateOrReject|Validator)$/,
    ),
    'no-nest-typeorm': refuseImports(REPOSITORY, /^@nestjs\/typeorm$/),
    'no-typeorm-access': refuseImports(
      REPOSITORY,
      /^typeorm$/,
      /^(BaseEntity|DataSource|EntityManager|\w*Repository|\w*QueryBuilder|QueryRunner)$/,
    ),
    'no-unit-manager': unitManager,
    'own-errors': refuseImports(
      'Throw an error of defineError: others are answered as 500, or as an unknown path.',
      /^@nestjs\/common$/,
      /Exception$/,
    ),
    'sqlite-driver': refuseImports(
      'Use openSqlite of src/database/dialect/sqlite.driver.ts: npm installs one of two packages.',
      /^better-sqlite3(-13)?$/,
    ),
    'own-mapped-types': refuseImports(
      'Use Editable and PartOf of api: they keep descriptions, and no defaults. Other options are those of the field decorators of api, or JSONSchema.',
      /^@nestjs\/(mapped-types|swagger)$/,
    ),
  },
};
