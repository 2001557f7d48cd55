import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderMark, listMarkedProviders } from '../../api';
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
export const HeadquarterCheck = createProviderMark<HeadquarterCheck>();

/** The checks of all modules. */
@Injectable()
export class HeadquarterChecks implements OnModuleInit {
  private checks: readonly HeadquarterCheck[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.checks = listMarkedProviders(this.discovery, HeadquarterCheck);
  }

  async findError(id: number, changed: ImportedHeadquarter): Promise<DomainError | undefined> {
    for (const check of this.checks) {
      const error = await check.findChangeError(id, changed);
      if (error) return error;
    }
    return undefined;
  }
}
