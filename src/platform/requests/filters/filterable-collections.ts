import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, mapDecoratedProviders } from '../../../api';
import { NotFound } from '../../../core/errors';
import type { Crud } from '../../../database';
import { CatalogRepository } from '../../catalog';
import { catalogKindByTargetType, type FilterTargetType, isFilterTargetType } from './filter-types';

type ElementCollection = Pick<
  Crud<{ id: number; pId: string }>,
  'getIdByPid' | 'lock' | 'assertExists' | 'listWhere'
>;

/** A collection of elements that can have filters. */
export interface FilterableCollection extends ElementCollection {
  readonly filterTarget: FilterTargetType;
}

/** Marks a provider as a collection of elements that can have filters. */
export const FilterableCollection = createProviderDecorator<FilterableCollection>();

/** The collections of elements that can have filters: those of the catalog, and those of other areas. */
@Injectable()
export class FilterableCollections implements OnModuleInit {
  private collectionByTarget: ReadonlyMap<FilterTargetType, ElementCollection> = new Map();

  constructor(
    private readonly catalog: CatalogRepository,
    private readonly discovery: DiscoveryService,
  ) {}

  /** @throws Error if two collections have the same target */
  onModuleInit(): void {
    const catalogCollections = Object.entries(catalogKindByTargetType).map(
      ([target, kind]) => [target as FilterTargetType, this.catalog.getCollection(kind)] as const,
    );
    const otherCollections = mapDecoratedProviders(
      this.discovery,
      FilterableCollection,
      (one) => one.filterTarget,
    );
    this.collectionByTarget = new Map<FilterTargetType, ElementCollection>([
      ...catalogCollections,
      ...otherCollections,
    ]);
  }

  get(target: FilterTargetType): ElementCollection {
    const collection = this.collectionByTarget.get(target);
    if (!collection) throw new Error(`No provider is the collection of ${target}`);
    return collection;
  }
}

/** Returns the target type in a path. @throws NotFound */
export function parseFilterTargetType(text: string): FilterTargetType {
  if (!isFilterTargetType(text)) throw new NotFound({ resource: 'targetType', id: text });
  return text;
}
