import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { groupBy } from '../../core/group-by';
import type { DtoClass } from './dto-class';

/** class-validator's metadata of a decorator on a member. */
export type ConstraintMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

const memberOrders = new WeakMap<DtoClass, readonly string[]>();

/** Sets the order of a class's own members, if it differs from their declaration. */
export function setMemberOrder(dto: DtoClass, members: readonly string[]): void {
  memberOrders.set(dto, members);
}

/**
 * The decorators on each member of a class; inherited members come first. A redeclared member has the decorators of the
 * class that redeclares it.
 * @throws Error if class-validator would mix the declarations of two classes
 */
export function getConstraints(dto: DtoClass): ReadonlyMap<string, readonly ConstraintMetadata[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const members = new Map<string, readonly ConstraintMetadata[]>();
  for (const owner of getClassChain(dto)) {
    const ofOwner = all.filter(({ target }) => target === owner);
    const own = groupBy(ofOwner, ({ propertyName }) => propertyName);
    for (const member of memberOrders.get(owner) ?? own.keys()) {
      const declarations = own.get(member);
      if (declarations && members.has(member)) {
        throw new Error(
          `${dto.name}.${member} is declared again, and class-validator would mix it with the declaration of a ` +
            'parent class: declare it the same way, or in one of them only',
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

/** Names of `ValidateIf` conditions that a schema can express. class-validator does not name them. */
export const conditionNames = new Map<unknown, string>();

/** The decorator's name in class-validator, for example `isInt`. */
export function getConstraintName({ type, name, constraints }: ConstraintMetadata): string {
  if (name !== undefined) return name;
  const isCondition = type === ValidationTypes.CONDITIONAL_VALIDATION;
  return (
    (isCondition ? conditionNames.get(constraints[0]) : undefined) ??
    constraintNamesByType[type] ??
    type
  );
}

export function isNestedConstraint({ type }: ConstraintMetadata): boolean {
  return type === ValidationTypes.NESTED_VALIDATION;
}

const constraintNamesByType: Readonly<Record<string, string>> = {
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
