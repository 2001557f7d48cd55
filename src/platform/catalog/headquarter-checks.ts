import { createProviderDecorator } from '../../api';
import type { DomainError } from '../../core/errors';
import type { Headquarter } from './headquarter.entity';

/** Columns of a headquarter as an import gives them. */
export type ImportedHeadquarter = Pick<
  Headquarter,
  'pId' | 'name' | 'legalName' | 'vat' | 'countryCode' | 'series'
>;

/** Checks changes of headquarters. */
export interface HeadquarterCheck {
  /** @returns an error for a change that must not happen */
  findChangeError(id: number, changed: ImportedHeadquarter): Promise<DomainError | undefined>;
}

/** Marks a provider that checks changes of headquarters. */
export const HeadquarterCheck = createProviderDecorator<HeadquarterCheck>();
