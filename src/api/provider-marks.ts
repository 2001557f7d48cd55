import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A decorator for providers that implement `T`; a registry finds them by it. */
export interface ProviderMark<T> {
  (): (target: Type<T>) => void;
  readonly KEY: string;
}

/** Creates a decorator for providers that implement `T`. */
export function createProviderMark<T>(): ProviderMark<T> {
  return DiscoveryService.createDecorator();
}

/** Returns all providers with a mark, in the order of their modules. Call it when a module starts, or later. */
export function listMarkedProviders<T>(discovery: DiscoveryService, mark: ProviderMark<T>): T[] {
  return discovery.getProviders({ metadataKey: mark.KEY }).map(({ instance }) => instance as T);
}
