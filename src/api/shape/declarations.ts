import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { DtoClass } from './dto-class';

/** What class-validator knows of one decorator on one member. */
export type Declaration = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

const orders = new WeakMap<DtoClass, readonly string[]>();

/** Says in which order a class lists its own members, where that isn't the one of their declaration. */
export function orderMembers(dto: DtoClass, members: readonly string[]): void {
  orders.set(dto, members);
}

/**
 * The decorators on each member of a class, inherited members first; one that is declared again stands with
 * those of the class that does so.
 * @throws Error where class-validator would mix the declarations of two classes
 */
export function declarationsOf(dto: DtoClass): ReadonlyMap<string, readonly Declaration[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const members = new Map<string, readonly Declaration[]>();
  for (const owner of lineageOf(dto)) {
    const own = byMember(all.filter(({ target }) => target === owner));
    for (const member of orders.get(owner) ?? own.keys()) {
      const declarations = own.get(member);
      if (declarations && members.has(member)) {
        throw new Error(
          `${dto.name}.${member} is declared again, and class-validator would keep some of what a class above ` +
            'says of it: declare it alike, or in one of them only',
        );
      }
      if (declarations) members.set(member, declarations);
    }
  }
  return members;
}

/** Whether a class has decorators of class-validator on its members. */
export function isDeclared(type: object): type is DtoClass {
  return (
    typeof type === 'function' &&
    getMetadataStorage().getTargetValidationMetadatas(type, '', true, false).length > 0
  );
}

/** Conditions of `ValidateIf` that a schema can tell, by their functions: class-validator gives them no name. */
export const conditions = new Map<unknown, string>();

/** The decorator's name as class-validator keeps it, for example `isInt`. */
export function kindOf({ type, name, constraints }: Declaration): string {
  if (name !== undefined) return name;
  const isCondition = type === ValidationTypes.CONDITIONAL_VALIDATION;
  return (isCondition ? conditions.get(constraints[0]) : undefined) ?? names[type] ?? type;
}

export function isNesting({ type }: Declaration): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

const names: Readonly<Record<string, string>> = {
  [ValidationTypes.CONDITIONAL_VALIDATION]: 'validateIf',
  [ValidationTypes.NESTED_VALIDATION]: 'validateNested',
  [ValidationTypes.WHITELIST]: 'allow',
  [ValidationTypes.PROMISE_VALIDATION]: 'validatePromise',
  [ValidationTypes.CUSTOM_VALIDATION]: 'validate',
};

function lineageOf(dto: DtoClass): DtoClass[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass;
  return [...(parent.prototype ? lineageOf(parent) : []), dto];
}

function byMember(declarations: readonly Declaration[]): Map<string, Declaration[]> {
  const members = new Map<string, Declaration[]>();
  for (const one of declarations) {
    const others = members.get(one.propertyName);
    if (others) others.push(one);
    else members.set(one.propertyName, [one]);
  }
  return members;
}
