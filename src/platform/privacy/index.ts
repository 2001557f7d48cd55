export { ErasureWorker } from './erasure-clerk';
export { ErasuresService } from './erasures.service';
export { PrivacyModule } from './privacy.module';
