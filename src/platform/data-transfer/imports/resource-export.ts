import { type DtoClass, listMembers } from '../../../api/validation/dto';
import { deriveSchema } from '../../../api/validation/schema-derivation';
import { type LoadPlan, mergePlans, createLoadPlanForType } from '../../../core/load-plan';
import { listDataColumns, type EntityClass, findRelatedEntity } from '../../../database';
import { type ExportContext, type ExportedRecordType, defineRecordExport } from './export-source';
import type { RowValues } from './stored/stored-fields';

/** The members of a line that aren't columns of the same names. */
interface CustomMembers<E, D, R> {
  /** Members that aren't copied from columns: `serialize` writes them, or lines never contain them. */
  readonly membersNotFromColumns: readonly (keyof D & string)[];
  readonly plan: LoadPlan<E, R>;
  readonly serialize: (record: R, context: ExportContext) => RowValues;
}

/**
 * Creates a record type whose lines contain the members of the DTO that imports validate: columns and relations of
 * the same names, and `others`.
 * @throws Error if a member is neither
 */
export function defineResourceExport<E extends { id: number }, D extends object, R = object>(
  type: string,
  entity: EntityClass<E>,
  dto: DtoClass<D>,
  others?: CustomMembers<E, D, R>,
): ExportedRecordType {
  const plan = createDtoPlan(entity, dto, others?.membersNotFromColumns);
  const fullPlan = mergePlans(plan, ...(others ? [others.plan] : [])) as LoadPlan<E, R>;
  return defineRecordExport(type, entity, fullPlan, (record, context) => ({
    ...serializeByPlan(plan, record as RowValues),
    ...others?.serialize(record, context),
  }));
}

/** Creates the plan of a DTO's members, and of those of its nested DTOs. */
function createDtoPlan(
  entity: EntityClass,
  dto: DtoClass,
  omittedMembers: readonly string[] = [],
): LoadPlan {
  const columns = new Map(listDataColumns(entity).map(({ property, kind }) => [property, kind]));
  const { nestedClasses } = deriveSchema(dto);
  const names: string[] = [];
  const relations: Record<string, LoadPlan> = {};
  for (const name of listMembers(dto)) {
    if (omittedMembers.includes(name)) continue;
    const kind = columns.get(name);
    const nestedDto = nestedClasses.get(name);
    const related = nestedDto && findRelatedEntity(entity, name);
    if (related) relations[name] = createDtoPlan(related, nestedDto);
    else if (kind && kind.decimals === undefined) names.push(name);
    else throw new Error(`Declare how ${dto.name}.${name} is exported`);
  }
  return createLoadPlanForType<Record<string, unknown>>(names, relations);
}

function serializeByPlan({ columns, relations }: LoadPlan, row: RowValues): RowValues {
  const values = [...columns].map((name) => [name, toJsonValue(row[name])] as const);
  const lists = [...relations].map(
    ([name, plan]) =>
      [name, (row[name] as readonly RowValues[]).map((one) => serializeByPlan(plan, one))] as const,
  );
  return Object.fromEntries([...values, ...lists]);
}

const toJsonValue = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : value;
