export { ErasureWorker } from './erasure-worker';
export { ErasuresService } from './erasures.service';
export { PrivacyModule } from './privacy.module';
