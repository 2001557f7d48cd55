import {
  defineError,
  DomainError,
  InvalidRequest,
  ReferenceNotFound,
} from '../../../../core/errors';
import { plan, type Loaded } from '../../../../core/load-plan';
import type { Stores } from '../../../../database';
import { type Line, type LineType, type Outcome, rejection } from '../../../intake';
import { stateCodes } from '../../documents';
import { states } from '../states';
import { SubStatusLineDto } from './sub-status.dto';
import { SubStatus } from './sub-status.entity';

/** 409: a sub-status stays below its state, because documents may be in it. */
const SubStatusMoved = defineError<{ pId: string; id: number }>({
  code: 'subStatus.moved',
  status: 409,
  title: 'A sub-status stays where it is',
  remedy: 'Make another sub-status below the other state.',
  detail: ({ pId }) => `The sub-status ${JSON.stringify(pId)} stands below another state.`,
  pointer: () => '/status',
  extension: ({ id }) => ({ existingId: id }),
});

/** 422: a parent stands below another state, or below the sub-status itself. */
const ParentElsewhere = defineError({
  code: 'subStatus.parent',
  status: 422,
  title: 'The parent is of another state',
  remedy: 'Name a sub-status of the same state.',
  detail: () => 'The parent must be another sub-status of the same state, and none below this one.',
  pointer: () => '/parent',
});

type Columns = Omit<SubStatus, 'id'>;

const linePlan = plan(SubStatus, ['pId', 'document', 'status', 'parentId', 'fingerprint']);

/** A stored sub-status. */
type Known = Loaded<typeof linePlan>;

/** Lines of the type `subStatus`: states that the store puts below the specification's. */
export class SubStatusLines implements LineType<SubStatusLineDto> {
  readonly type = 'subStatus';
  readonly dto = SubStatusLineDto;

  constructor(private readonly stores: Stores) {}

  refersTo({ parent }: SubStatusLineDto): readonly string[] {
    return parent?.pId === undefined ? [] : [parent.pId];
  }

  async store(lines: readonly Line<SubStatusLineDto>[]): Promise<Outcome[]> {
    const { loader, writer } = this.stores;
    // They are few in any store, and whether a parent fits depends on those above it.
    const all = await loader.where(SubStatus, [], linePlan);
    const created: { readonly at: number; readonly columns: Columns }[] = [];
    const outcomes: Outcome[] = [];
    for (const [at, line] of lines.entries()) {
      const found = all.find(({ pId }) => pId === line.value.pId);
      const columns = columnsOf(line, all, found);
      if (columns instanceof DomainError) outcomes[at] = rejection(columns);
      else if (!found) created.push({ at, columns });
      else if (found.fingerprint === line.fingerprint) {
        outcomes[at] = { result: 'unchanged', id: found.id };
      } else {
        await writer.update(SubStatus, found.id, columns);
        // The lines after it are judged by where it stands now.
        found.parentId = columns.parentId;
        outcomes[at] = { result: 'updated', id: found.id };
      }
    }
    const ids = await writer.insert(
      SubStatus,
      created.map(({ columns }) => columns),
    );
    created.forEach(({ at }, index) => {
      outcomes[at] = { result: 'created', id: ids[index] as number };
    });
    return outcomes;
  }
}

function columnsOf(
  { value, fingerprint }: Line<SubStatusLineDto>,
  all: readonly Known[],
  found: Known | undefined,
): Columns | DomainError {
  const { parent, languages = [], ...fields } = value;
  const { pId, document, status } = fields;
  if (!states[document].includes(status)) {
    const detail = `There is no state ${status} of this kind, only ${stateCodes[document].text}.`;
    return new InvalidRequest([{ pointer: '/status', code: 'status.unknown', detail }]);
  }
  if (found && (found.document !== document || found.status !== status)) {
    return new SubStatusMoved({ pId, id: found.id });
  }
  const above =
    parent && all.find((one) => (parent.id ? one.id === parent.id : one.pId === parent.pId));
  if (parent && !above) {
    const reference = parent.id ? parent.id : (parent.pId ?? '');
    return new ReferenceNotFound({ resource: 'subStatus', pointer: '/parent', reference });
  }
  if (
    above &&
    (above.document !== document || above.status !== status || isBelow(above, found, all))
  ) {
    return new ParentElsewhere();
  }
  return { ...fields, languages, fingerprint, parentId: above?.id ?? null };
}

/** Whether one sub-status is the other, or stands somewhere below it. */
function isBelow(one: Known, other: Known | undefined, all: readonly Known[]): boolean {
  if (!other) return false;
  let at: Known | undefined = one;
  for (let steps = 0; at && steps <= all.length; steps++) {
    if (at.id === other.id) return true;
    const { parentId }: Known = at;
    at = all.find(({ id }) => id === parentId);
  }
  return false;
}
