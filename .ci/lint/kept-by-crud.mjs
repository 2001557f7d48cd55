import ts from 'typescript';

/**
 * TypeORM knows nothing of folded columns and of the search index: a record that it writes would sort wrongly
 * and not be found. So entities that have one are refused where an EntityManager is given one.
 */
export const keptByCrud = {
  meta: {
    type: 'problem',
    docs: { description: 'keep entities with folded columns or search terms away from TypeORM' },
    messages: {
      folded: '{{entity}} has folded columns, which its Crud and Lines keep: not for a repository.',
      searched:
        '{{entity}} stands in the search index, which its Crud and Lines keep: not for a repository.',
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
        if (owner?.name !== 'EntityManager') return;
        for (const argument of node.arguments) {
          const entity = entityOf(services.getTypeAtLocation(argument));
          const messageId = entity && reason(entity, services.program, checker);
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

function reason(entity, program, checker) {
  if (entity.members.some((member) => isDecorated(member, 'FoldedColumn'))) return 'folded';
  return searchedEntities(program, checker).has(entity) ? 'searched' : undefined;
}

function isDecorated(member, name) {
  return (ts.canHaveDecorators(member) ? (ts.getDecorators(member) ?? []) : []).some(
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
