export { StoredIdempotentRequest } from './repeatable-request.entity';
export { IdempotencyModule } from './idempotency.module';
