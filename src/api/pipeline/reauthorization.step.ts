import { Injectable } from '@nestjs/common';
import type { CallerLock, ReauthorizeCaller } from '../../core/actor-context';
import { DomainError } from '../../core/errors';
import { includesScope } from '../../core/scopes';
import type { Operation } from '../operation/operation';
import { CredentialsInvalid } from '../problems/api-errors';
import { getRequestContext } from '../request/request-context';
import type { Principal } from '../request/principal';
import type { HttpExchange, PipelineStep } from './pipeline-step';

/**
 * Checks the caller again after the request has been read, except for GET: it may have been revoked while the body was
 * arriving. Every transaction requests the check at its start (`reauthorizeCaller`), from the primary database. If no
 * transaction did, the check comes last.
 */
@Injectable()
export class ReauthorizationStep implements PipelineStep {
  appliesTo({ method }: Operation): boolean {
    return method !== 'get';
  }

  /** @throws CredentialsInvalid */
  intercept({ operation, request }: HttpExchange, next: () => Promise<unknown>): Promise<unknown> {
    const context = getRequestContext(request);
    const { principal } = context;
    if (!principal) return next();
    const reauthorization = new Reauthorization(principal, getCallerLock(operation, principal));
    context.reauthorizeCaller = reauthorization.reauthorize;
    return reauthorization.run(next);
  }
}

/**
 * How transactions lock the records that grant powerful scopes, so that either the write or the revocation comes first.
 * A transaction that may write the same record later locks it exclusively: two with a shared lock would wait for each
 * other.
 */
function getCallerLock({ area }: Operation, { scopes, actor }: Principal): CallerLock | undefined {
  if (area === 'keys' || (area === 'users' && actor.kind === 'user')) return 'exclusive';
  return includesScope(scopes, 'users:admin') || includesScope(scopes, 'keys:write')
    ? 'shared'
    : undefined;
}

/** The reauthorization of one request. */
class Reauthorization {
  private isReauthorized = false;
  private isFinished = false;

  constructor(
    private readonly principal: Principal,
    private readonly transactionLock: CallerLock | undefined,
  ) {}

  readonly reauthorize: ReauthorizeCaller = async (requestedLock) => {
    // Work after the response runs on behalf of the service.
    if (this.isFinished) return;
    const isCurrent = await this.principal.checkStillValid(
      requestedLock === 'shared' ? this.transactionLock : requestedLock,
    );
    if (!isCurrent) throw new CredentialsInvalid();
    this.isReauthorized = true;
  };

  async run(work: () => Promise<unknown>): Promise<unknown> {
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

  /** If the caller has been revoked, this error takes precedence over others. */
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
