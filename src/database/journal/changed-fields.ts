import type { EntityModel } from '../schema/entity-model';
import type { Assignment } from '../writing/column-assignments';
import { findFieldName, type PartDeclaration, type RecordDeclaration } from './journal-declaration';

/** The columns that an update sets; those without a condition change in every row. */
export type ColumnAssignments = readonly Pick<Assignment, 'column' | 'unchangedCondition'>[];

/** Groups the columns of an update by the names of their fields. */
export function groupAssignmentsByField(
  journal: RecordDeclaration,
  assignments: ColumnAssignments,
): ReadonlyMap<string, ColumnAssignments> {
  const groups = new Map<string, ColumnAssignments[number][]>();
  for (const assignment of assignments) {
    const field = findFieldName(journal, assignment.column.property);
    if (field === undefined) continue;
    const known = groups.get(field);
    if (known) known.push(assignment);
    else groups.set(field, [assignment]);
  }
  return groups;
}

/** Returns the name that the parts of a record have as its field. */
export function findFieldOfParts(
  model: EntityModel,
  { ownerProperty: foreignKey, field }: PartDeclaration,
  owner: EntityModel,
): string | undefined {
  const property = field ?? model.findInverseProperty(foreignKey);
  return property === undefined
    ? undefined
    : findFieldName(owner.journal as RecordDeclaration, property);
}
