import { DomainError } from '../../core/errors';
import type { RecordReference } from '../../database';
import type { Catalog, ElementKind, CatalogReferenceLookup } from '../../platform/catalog';

/** A reference to an element of the catalog, with its position in the request as a JSON pointer. */
interface ElementReference {
  readonly kind: ElementKind;
  readonly reference: RecordReference;
  readonly pointer: string;
}

/**
 * Returns the ids of the referenced elements, in the order of the references. Runs one or two queries per kind.
 * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
 */
export async function resolveElementIds(
  catalog: Catalog,
  references: readonly ElementReference[],
): Promise<number[]> {
  const [ids] = await resolveElementIdLists(catalog, [references]);
  return ids as number[];
}

/** Resolves several lists of references together, like `resolveElementIds`. */
export async function resolveElementIdLists(
  catalog: Catalog,
  lists: readonly (readonly ElementReference[])[],
): Promise<number[][]> {
  const references = lists.flat();
  const found = new Map<ElementKind, CatalogReferenceLookup<ElementKind>>();
  for (const kind of new Set(references.map((one) => one.kind))) {
    const ofKind = references.filter((one) => one.kind === kind);
    const resolved = await catalog.lookUpReferences(
      kind,
      ofKind.map(({ reference }) => reference),
    );
    found.set(kind, resolved);
  }
  const idOf = ({ kind, reference, pointer }: ElementReference): number => {
    const element = (found.get(kind) as CatalogReferenceLookup<ElementKind>).resolve(
      reference,
      pointer,
    );
    if (element instanceof DomainError) throw element;
    return element.id;
  };
  return lists.map((list) => list.map(idOf));
}
