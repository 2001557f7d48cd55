import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import type { Crud } from '../../../database';
import { Catalog } from '../../catalog';
import { elementTargets, type FilterTarget, isFilterTarget } from './filter-types';

/** A collection of elements that can have filters. */
export type FilterableCollection = Pick<
  Crud<{ id: number; pId: string }>,
  'idOf' | 'lock' | 'requireExists' | 'listWhere'
>;

/** The collections of elements that can have filters: those of the catalog, and those that areas register. */
@Injectable()
export class FilterableCollections {
  private readonly collections = new Map<FilterTarget, FilterableCollection>();

  constructor(catalog: Catalog) {
    for (const [target, kind] of Object.entries(elementTargets)) {
      this.register(target as FilterTarget, catalog.crud(kind));
    }
  }

  register(target: FilterTarget, collection: FilterableCollection): void {
    this.collections.set(target, collection);
  }

  get(target: FilterTarget): FilterableCollection {
    const collection = this.collections.get(target);
    if (!collection) throw new Error(`No area has registered the filter target ${target}`);
    return collection;
  }
}

/** Returns the target type in a path. @throws NotFound */
export function parseFilterTarget(word: string): FilterTarget {
  if (!isFilterTarget(word)) throw new NotFound({ resource: 'targetType', id: word });
  return word;
}
