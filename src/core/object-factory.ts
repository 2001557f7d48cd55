/** The name of a member and the function that creates its value. */
export type MemberDefinition<S, C> = readonly [
  name: string,
  make: (source: S, context: C) => unknown,
];

/**
 * Compiles a function that creates objects with fixed members in a fixed order. An object whose members are set one by
 * one under computed names becomes a hash table in V8. That makes it several times as slow to create, read and
 * serialize.
 * @param members functions that create members, and names of members that are copied from the source
 */
export function compileObjectFactory<S, C>(
  members: readonly (MemberDefinition<S, C> | (keyof S & string))[],
): (source: S, context: C) => Record<string, unknown> {
  const makers = members.map((member) => (typeof member === 'string' ? undefined : member[1]));
  const parameters = members.map((_, index) => `make${index}`).join(', ');
  // The JSON text of a name is a string literal, so a name can't inject code.
  const memberSources = members.map((member, index) => {
    if (typeof member !== 'string')
      return `${JSON.stringify(member[0])}: make${index}(source, context)`;
    const name = JSON.stringify(member);
    return `${name}: source[${name}]`;
  });
  const body = `return (source, context) => ({ ${memberSources.join(', ')} });`;
  // oxlint-disable-next-line typescript/no-implied-eval -- names of our own records and columns
  const createFactory = new Function(parameters, body) as (
    ...makerArguments: typeof makers
  ) => (source: S, context: C) => Record<string, unknown>;
  return createFactory(...makers);
}
