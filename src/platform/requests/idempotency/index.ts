export { DatabaseIdempotencyStore } from './database-idempotency-store';
export { StoredIdempotentRequest } from './stored-idempotent-request.entity';
export { IdempotencyModule } from './idempotency.module';
