import type { ServiceFileStore } from '../../media/files';
import type {
  ImportDefinition,
  ImportWarning,
  StoredRecordDeclaration,
  RowValues,
} from '../imports';

/** Adds warnings to an import, about files that its records name and the file store doesn't have. */
export function withMissingFileWarnings<S, E>(
  definition: ImportDefinition<RowValues, S, E>,
  listFiles: NonNullable<StoredRecordDeclaration['listServiceFiles']>,
  files: ServiceFileStore,
): ImportDefinition<RowValues, S, E> {
  /** By record, found beforehand: a unit of work must not wait for files. */
  const warnings = new WeakMap<RowValues, readonly ImportWarning[]>();
  return {
    ...definition,
    prepare: async (values) => {
      for (const value of values) {
        const missing: ImportWarning[] = [];
        for (const { path, pointer } of listFiles(value))
          if (!(await files.has(path))) missing.push(toWarning(path, pointer));
        warnings.set(value, missing);
      }
    },
    compareWithStored: async (batch, caller) => {
      await definition.compareWithStored(batch, caller);
      for (const candidate of batch) {
        const { record, outcome } = candidate;
        const missing = warnings.get(record.value) ?? [];
        if (missing.length === 0 || outcome?.result === 'rejected') continue;
        candidate.warnings = [...(candidate.warnings ?? []), ...missing];
        if (outcome) candidate.outcome = { ...outcome, warnings: candidate.warnings };
      }
    },
  };
}

function toWarning(path: string, pointer: string): ImportWarning {
  return {
    code: 'file.missing',
    detail: `The file store doesn't have the service's own file ${path}. Copy the file store.`,
    pointer,
  };
}
