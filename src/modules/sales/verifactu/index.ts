export {
  INITIAL_SENDING_STATE,
  type VerifactuMode,
  VerifactuChain,
  verifactuModes,
} from './entities/verifactu-chain.entity';
export { VerifactuRecord } from './entities/verifactu-record.entity';
export { VerifactuSubmission } from './entities/verifactu-submission.entity';
export { ChainRecovery } from './chain-recovery';
export { VerifactuChainStillOpen } from './verifactu-errors';
export { VerifactuModeService } from './verifactu-mode.service';
export { VerifactuModule } from './verifactu.module';
