import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  Authenticator,
  createProviderDecorator,
  listDecoratedProviders,
  type Principal,
} from '../../api';

/** A kind of bearer tokens, recognized by their prefix. */
export interface TokenStrategy {
  /** For example `osk_`. */
  readonly prefix: string;
  /** @returns the caller; undefined if the token is unknown or no longer valid */
  identify(token: string): Promise<Principal | undefined>;
}

/** Marks a provider that identifies callers by a kind of tokens. */
export const TokenStrategy = createProviderDecorator<TokenStrategy>();

/** Authenticates callers by their tokens. */
@Injectable()
export class TokenAuthenticator extends Authenticator implements OnModuleInit {
  private strategies: readonly TokenStrategy[] = [];

  constructor(private readonly discovery: DiscoveryService) {
    super();
  }

  onModuleInit(): void {
    this.strategies = listDecoratedProviders(this.discovery, TokenStrategy);
  }

  override async authenticate(token: string): Promise<Principal | undefined> {
    return this.strategies.find(({ prefix }) => token.startsWith(prefix))?.identify(token);
  }
}
