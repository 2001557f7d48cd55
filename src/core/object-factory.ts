/** The name of a member and the function that creates its value. */
export type MemberFactory<S, C> = readonly [name: string, make: (source: S, context: C) => unknown];

/**
 * Compiles a function that creates objects with fixed members in a fixed order. An object whose members are set one by
 * one under computed names becomes a hash table in V8. That makes it several times as slow to create, read and
 * serialize.
 */
export function compileObjectFactory<S, C>(
  members: readonly MemberFactory<S, C>[],
): (source: S, context: C) => Record<string, unknown> {
  const makers = members.map(([, make]) => make);
  const parameters = members.map((_, at) => `make${at}`).join(', ');
  // The JSON text of a name is a string literal, so a name can't inject code.
  const literals = members.map(
    ([name], at) => `${JSON.stringify(name)}: make${at}(source, context)`,
  );
  const body = `return (source, context) => ({ ${literals.join(', ')} });`;
  // oxlint-disable-next-line typescript/no-implied-eval -- names of our own records and columns
  const compile = new Function(parameters, body) as (
    ...given: typeof makers
  ) => (source: S, context: C) => Record<string, unknown>;
  return compile(...makers);
}
