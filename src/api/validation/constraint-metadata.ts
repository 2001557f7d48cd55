import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { DtoClass } from './dto-class';

/** What class-validator knows of one decorator on one member. */
export type ConstraintMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

const memberOrders = new WeakMap<DtoClass, readonly string[]>();

/** Says in which order a class lists its own members, where that isn't the one of their declaration. */
export function setMemberOrder(dto: DtoClass, members: readonly string[]): void {
  memberOrders.set(dto, members);
}

/**
 * The decorators on each member of a class, inherited members first; one that is declared again stands with
 * those of the class that does so.
 * @throws Error where class-validator would mix the declarations of two classes
 */
export function getConstraints(dto: DtoClass): ReadonlyMap<string, readonly ConstraintMetadata[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const members = new Map<string, readonly ConstraintMetadata[]>();
  for (const owner of getClassChain(dto)) {
    const own = groupByMember(all.filter(({ target }) => target === owner));
    for (const member of memberOrders.get(owner) ?? own.keys()) {
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
export function hasConstraints(type: object): type is DtoClass {
  return (
    typeof type === 'function' &&
    getMetadataStorage().getTargetValidationMetadatas(type, '', true, false).length > 0
  );
}

/** Conditions of `ValidateIf` that a schema can tell, by their functions: class-validator gives them no name. */
export const conditionNames = new Map<unknown, string>();

/** The decorator's name as class-validator keeps it, for example `isInt`. */
export function getConstraintName({ type, name, constraints }: ConstraintMetadata): string {
  if (name !== undefined) return name;
  const isCondition = type === ValidationTypes.CONDITIONAL_VALIDATION;
  return (
    (isCondition ? conditionNames.get(constraints[0]) : undefined) ?? namesByType[type] ?? type
  );
}

export function isNestedConstraint({ type }: ConstraintMetadata): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

const namesByType: Readonly<Record<string, string>> = {
  [ValidationTypes.CONDITIONAL_VALIDATION]: 'validateIf',
  [ValidationTypes.NESTED_VALIDATION]: 'validateNested',
  [ValidationTypes.WHITELIST]: 'allow',
  [ValidationTypes.PROMISE_VALIDATION]: 'validatePromise',
  [ValidationTypes.CUSTOM_VALIDATION]: 'validate',
};

function getClassChain(dto: DtoClass): DtoClass[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass;
  return [...(parent.prototype ? getClassChain(parent) : []), dto];
}

function groupByMember(
  declarations: readonly ConstraintMetadata[],
): Map<string, ConstraintMetadata[]> {
  const members = new Map<string, ConstraintMetadata[]>();
  for (const one of declarations) {
    const others = members.get(one.propertyName);
    if (others) others.push(one);
    else members.set(one.propertyName, [one]);
  }
  return members;
}
