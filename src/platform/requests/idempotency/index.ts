export { StoredIdempotentRequest } from './stored-idempotent-request.entity';
export { IdempotencyModule } from './idempotency.module';
