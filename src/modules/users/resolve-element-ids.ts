import { DomainError } from '../../core/errors';
import type { RecordReference } from '../../database';
import type {
  CatalogRepository,
  ElementKind,
  CatalogReferenceLookup,
} from '../../platform/catalog';

/** A reference to an element of the catalog, with its position in the request as a JSON pointer. */
interface CatalogElementReference {
  readonly kind: ElementKind;
  readonly reference: RecordReference;
  readonly pointer: string;
}

/**
 * Returns the ids of the referenced elements, in the order of the references. Runs one or two queries per kind.
 * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
 */
export async function resolveElementIds(
  catalog: CatalogRepository,
  references: readonly CatalogElementReference[],
): Promise<number[]> {
  const [ids] = await resolveElementIdLists(catalog, [references]);
  return ids as number[];
}

/** Resolves several lists of references together, like `resolveElementIds`. */
export async function resolveElementIdLists(
  catalog: CatalogRepository,
  lists: readonly (readonly CatalogElementReference[])[],
): Promise<number[][]> {
  const references = lists.flat();
  const lookupsByKind = new Map<ElementKind, CatalogReferenceLookup<ElementKind>>();
  for (const kind of new Set(references.map((one) => one.kind))) {
    const referencesOfKind = references.filter((one) => one.kind === kind);
    const lookup = await catalog.lookUpReferences(
      kind,
      referencesOfKind.map(({ reference }) => reference),
    );
    lookupsByKind.set(kind, lookup);
  }
  const resolveId = ({ kind, reference, pointer }: CatalogElementReference): number => {
    const element = (lookupsByKind.get(kind) as CatalogReferenceLookup<ElementKind>).resolve(
      reference,
      pointer,
    );
    if (element instanceof DomainError) throw element;
    return element.id;
  };
  return lists.map((list) => list.map(resolveId));
}
