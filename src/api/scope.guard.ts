import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { covers } from '../core/scopes';
import { isOpen } from './operation/operation.decorator';
import { Operations } from './operation/operations';
import { CredentialsMissing, ScopeMissing } from './problems';
import { contextOf } from './request/context';

/** Lets a call through to its handler only when the caller holds the operation's scope; denies all else. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly operations: Operations) {}

  canActivate(execution: ExecutionContext): boolean {
    if (isOpen(execution.getClass())) return true;
    const operation = this.operations.of(execution.getHandler());
    if (!operation) return false;
    const context = contextOf(execution.switchToHttp().getRequest<Request>());
    context.operation = operation.id;
    if (operation.scope === 'public') return true;
    if (!context.principal) throw new CredentialsMissing();
    if (!covers(context.principal.scopes, operation.scope)) {
      throw new ScopeMissing({ scope: operation.scope });
    }
    return true;
  }
}
