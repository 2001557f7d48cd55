import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SecurityAudit } from '../../core/security-audit';
import { includesScope, type Scope } from '../../core/scopes';
import type { Operation } from '../operation/operation';
import { isPublicController } from '../operation/operation.decorator';
import { OperationRegistry, getRequiredScope } from '../operation/operation-registry';
import { CredentialsMissing, ScopeMissing } from '../problems/api-errors';
import { getRequestContext } from '../request/request-context';

/**
 * Lets a call through only if the caller has the operation's scope. Routes that are neither public nor operations are
 * denied.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly operations: OperationRegistry,
    private readonly securityAudit: SecurityAudit,
  ) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = getRequestContext(request);
    context.isRouted = true;
    if (isPublicController(execution.getClass())) return true;
    const operation = this.operations.findByHandler(execution.getHandler());
    if (!operation) return false;
    context.operationId = operation.id;
    if (operation.scope === 'public') return true;
    if (!context.principal) throw new CredentialsMissing();
    const { scopes: held } = context.principal;
    const missing = listRequiredScopes(operation, request).find(
      (scope) => !includesScope(held, scope),
    );
    if (missing === undefined) return true;
    this.securityAudit.recordMissingScope();
    throw new ScopeMissing({ scope: missing });
  }
}

/** The scopes that a call needs: the scope of its operation and of the area that its path names. */
function listRequiredScopes(operation: Operation, { params }: Request): Scope[] {
  const { scope, areaInPath } = operation;
  if (scope === 'public' || scope === 'any') return [];
  const value = String(params[areaInPath?.parameter ?? '']);
  const area = Object.hasOwn(areaInPath?.areas ?? {}, value) ? areaInPath?.areas[value] : undefined;
  return area === undefined ? [scope] : [scope, getRequiredScope(area, operation)];
}
