import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderMark, mapMarkedProviders } from '../../../api';
import { NotFound } from '../../../core/errors';
import type { Crud } from '../../../database';
import { Catalog } from '../../catalog';
import { elementTargets, type FilterTarget, isFilterTarget } from './filter-types';

type ElementCollection = Pick<
  Crud<{ id: number; pId: string }>,
  'idOf' | 'lock' | 'requireExists' | 'listWhere'
>;

/** A collection of elements that can have filters. */
export interface FilterableCollection extends ElementCollection {
  readonly filterTarget: FilterTarget;
}

/** Marks a provider as a collection of elements that can have filters. */
export const FilterableCollection = createProviderMark<FilterableCollection>();

/** The collections of elements that can have filters: those of the catalog, and those of other areas. */
@Injectable()
export class FilterableCollections implements OnModuleInit {
  private byTarget: ReadonlyMap<FilterTarget, ElementCollection> = new Map();

  constructor(
    private readonly catalog: Catalog,
    private readonly discovery: DiscoveryService,
  ) {}

  /** @throws Error if two collections have the same target */
  onModuleInit(): void {
    const ofCatalog = Object.entries(elementTargets).map(
      ([target, kind]) => [target as FilterTarget, this.catalog.crud(kind)] as const,
    );
    const others = mapMarkedProviders(
      this.discovery,
      FilterableCollection,
      (one) => one.filterTarget,
    );
    this.byTarget = new Map<FilterTarget, ElementCollection>([...ofCatalog, ...others]);
  }

  get(target: FilterTarget): ElementCollection {
    const collection = this.byTarget.get(target);
    if (!collection) throw new Error(`No provider is the collection of ${target}`);
    return collection;
  }
}

/** Returns the target type in a path. @throws NotFound */
export function parseFilterTarget(word: string): FilterTarget {
  if (!isFilterTarget(word)) throw new NotFound({ resource: 'targetType', id: word });
  return word;
}
