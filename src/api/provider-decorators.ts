import { SetMetadata, type Type } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';

/**
 * A decorator that marks providers which implement `T`, so that a registry finds them. A provider may have several
 * marks.
 */
export interface ProviderDecorator<T> {
  (): (target: Type<T>) => void;
  readonly metadataKey: symbol;
}

/** Creates a decorator for providers that implement `T`. Decorators of DiscoveryService allow only one on each class. */
export function createProviderDecorator<T>(): ProviderDecorator<T> {
  const metadataKey = Symbol('provider mark');
  return Object.assign(() => SetMetadata(metadataKey, true) as (target: Type<T>) => void, {
    metadataKey,
  });
}

/** Returns all providers with a mark, in the order of their modules. Call it when a module starts, or later. */
export function listDecoratedProviders<T>(
  discovery: DiscoveryService,
  decorator: ProviderDecorator<T>,
): T[] {
  return discovery
    .getProviders()
    .filter(({ metatype }) => metatype && Reflect.hasMetadata(decorator.metadataKey, metatype))
    .map(({ instance }) => instance as T);
}

/** Maps the key of each provider with a mark to the provider. @throws Error if two providers have the same key */
export function mapDecoratedProviders<T extends object, K extends string | number>(
  discovery: DiscoveryService,
  decorator: ProviderDecorator<T>,
  toKey: (provider: T) => K,
): ReadonlyMap<K, T> {
  const byKey = new Map<K, T>();
  for (const provider of listDecoratedProviders(discovery, decorator)) {
    const other = byKey.get(toKey(provider));
    if (other) {
      const names = `${other.constructor.name} and ${provider.constructor.name}`;
      throw new Error(`${names} are both registered for ${toKey(provider)}`);
    }
    byKey.set(toKey(provider), provider);
  }
  return byKey;
}
