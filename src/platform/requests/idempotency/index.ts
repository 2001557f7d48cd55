export { StoredRequest } from './repeatable-request.entity';
export { IdempotencyModule } from './idempotency.module';
