import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Authenticator, createProviderMark, listMarkedProviders, type Principal } from '../../api';

/** A kind of bearer tokens, recognized by their prefix. */
export interface TokenKind {
  /** For example `osk_`. */
  readonly prefix: string;
  /** @returns the caller; undefined if the token is unknown or no longer valid */
  identify(token: string): Promise<Principal | undefined>;
}

/** Marks a provider that identifies callers by a kind of tokens. */
export const TokenKind = createProviderMark<TokenKind>();

/** Authenticates callers by their tokens. */
@Injectable()
export class TokenAuthenticator extends Authenticator implements OnModuleInit {
  private tokenKinds: readonly TokenKind[] = [];

  constructor(private readonly discovery: DiscoveryService) {
    super();
  }

  onModuleInit(): void {
    this.tokenKinds = listMarkedProviders(this.discovery, TokenKind);
  }

  override async authenticate(token: string): Promise<Principal | undefined> {
    return this.tokenKinds.find(({ prefix }) => token.startsWith(prefix))?.identify(token);
  }
}
