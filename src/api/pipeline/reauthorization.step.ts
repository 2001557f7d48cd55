import { Injectable } from '@nestjs/common';
import type { CallerLock, ReauthorizeCaller } from '../../core/actor-context';
import { DomainError } from '../../core/errors';
import { includesScope } from '../../core/scopes';
import type { Operation } from '../operation/operation';
import { CredentialsInvalid } from '../problems/problems';
import { getRequestContext } from '../request/request-context';
import type { Principal } from '../request/principal';
import type { Exchange, PipelineStep } from './pipeline-step';

/**
 * Checks the caller of every operation but GET again, once the request has been read: it may have been revoked while
 * the body came. Every unit of work asks for the check as it begins (`reauthorizeCaller`), and the primary database answers
 * it. Where nothing was written, the check comes last.
 */
@Injectable()
export class ReauthorizationStep implements PipelineStep {
  /** @throws CredentialsInvalid */
  around({ operation, request }: Exchange, next: () => Promise<unknown>): Promise<unknown> {
    const context = getRequestContext(request);
    const { principal } = context;
    if (!principal || operation.method === 'get') return next();
    const check = new Reauthorization(principal, requiredLock(operation, principal));
    context.reauthorizeCaller = check.reauthorize;
    return check.around(next);
  }
}

/**
 * How units of work hold the records that far-reaching rights come from: then either the write or the revocation comes
 * first. A unit that may write the same record later holds it alone: two that share it would wait for each other.
 */
function requiredLock({ area }: Operation, { scopes, who }: Principal): CallerLock | undefined {
  if (area === 'keys' || (area === 'users' && who.kind === 'user')) return 'alone';
  return includesScope(scopes, 'users:admin') || includesScope(scopes, 'keys:write')
    ? 'shared'
    : undefined;
}

/** The checks of one request. */
class Reauthorization {
  private isReauthorized = false;
  private isFinished = false;

  constructor(
    private readonly principal: Principal,
    private readonly lock: CallerLock | undefined,
  ) {}

  readonly reauthorize: ReauthorizeCaller = async (hold) => {
    // Work that goes on after the answer is the service's own.
    if (this.isFinished) return;
    const isCurrent = await this.principal.isStillValid(hold === 'shared' ? this.lock : hold);
    if (!isCurrent) throw new CredentialsInvalid();
    this.isReauthorized = true;
  };

  async around(work: () => Promise<unknown>): Promise<unknown> {
    try {
      const result = await work();
      if (!this.isReauthorized) await this.reauthorize();
      return result;
    } catch (error) {
      if (!this.isReauthorized && !isCredentialsError(error)) await this.assertStillAuthorized();
      throw error;
    } finally {
      this.isFinished = true;
    }
  }

  /** A revoked caller is answered with that, and not with what else is wrong. */
  private async assertStillAuthorized(): Promise<void> {
    try {
      await this.reauthorize();
    } catch (error) {
      if (isCredentialsError(error)) throw error;
    }
  }
}

function isCredentialsError(error: unknown): boolean {
  return error instanceof DomainError && error.code === CredentialsInvalid.code;
}
