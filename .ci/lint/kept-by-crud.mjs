import ts from 'typescript';

/** What is given entities. */
const TYPEORM = /^(EntityManager|Repository|\w*QueryBuilder)$/;

/** Of its methods those that write what they are given. */
const WRITES =
  /^(save|insert|into|update|upsert|remove|delete|soft\w+|recover|restore|clear|increment|decrement)$/;

/**
 * TypeORM knows nothing of folded columns, of the search index and of the journal: a record that it writes would sort
 * wrongly, not be found, and nobody would learn of the change. So entities that have one of the first two are refused
 * where an EntityManager, a Repository or a query builder is given one, and journaled ones where it writes them.
 */
export const keptByCrud = {
  meta: {
    type: 'problem',
    docs: {
      description: 'keep entities with folded columns, search terms or a journal away from TypeORM',
    },
    messages: {
      folded: '{{entity}} has folded columns, which its Crud and Lines keep: not for a repository.',
      searched:
        '{{entity}} stands in the search index, which its Crud and Lines keep: not for a repository.',
      journaled:
        'Changes of {{entity}} are noted in the journal, which its Crud and Lines do: not by a repository.',
    },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    return {
      CallExpression(node) {
        if (node.callee.type !== 'MemberExpression') return;
        const owner = services.getTypeAtLocation(node.callee.object).getSymbol();
        if (!TYPEORM.test(owner?.name ?? '')) return;
        const isDeleted = owner.name === 'DeleteQueryBuilder';
        const writes = isDeleted || WRITES.test(node.callee.property.name ?? '');
        for (const argument of node.arguments) {
          const entity = entityOf(services.getTypeAtLocation(argument));
          const messageId = entity && reason(entity, writes, services.program, checker);
          if (messageId)
            context.report({ node: argument, messageId, data: { entity: entity.name.text } });
        }
      },
    };
  },
};

/** The class that a type is, or is an instance of, or a list of instances. */
function entityOf(type) {
  const [instance] = type.getConstructSignatures().map((one) => one.getReturnType());
  const item = type.getNumberIndexType();
  const declaration = (instance ?? item ?? type).getSymbol()?.valueDeclaration;
  return declaration && ts.isClassDeclaration(declaration) ? declaration : undefined;
}

function reason(entity, writes, program, checker) {
  if (entity.members.some((member) => isDecorated(member, 'FoldedColumn'))) return 'folded';
  if (searchedEntities(program, checker).has(entity)) return 'searched';
  const isJournaled = isDecorated(entity, 'Journaled') || isDecorated(entity, 'PartOfRecord');
  return writes && isJournaled ? 'journaled' : undefined;
}

function isDecorated(declared, name) {
  return (ts.canHaveDecorators(declared) ? (ts.getDecorators(declared) ?? []) : []).some(
    ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === name,
  );
}

const known = new WeakMap();

/** The entities of all `listing(Entity, { search: ... })`. */
function searchedEntities(program, checker) {
  const found = known.get(program) ?? new Set();
  if (known.has(program)) return found;
  known.set(program, found);
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'listing') {
      const [entity, declaration] = node.arguments;
      const isSearched =
        declaration &&
        ts.isObjectLiteralExpression(declaration) &&
        declaration.properties.some((property) => property.name?.getText() === 'search');
      const listed = isSearched && entityOf(checker.getTypeAtLocation(entity));
      if (listed) found.add(listed);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles())
    if (/\/src\/modules\/|\/test\//.test(file.fileName)) visit(file);
  return found;
}
