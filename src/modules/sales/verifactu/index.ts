export {
  INITIAL_SENDING_STATE,
  type VerifactuMode,
  VerifactuChain,
  verifactuModes,
} from './entities/verifactu-chain.entity';
export { VerifactuRecord } from './entities/verifactu-record.entity';
export { VerifactuSubmission } from './entities/verifactu-submission.entity';
export { RestoredChains } from './restored-chains';
export { VerifactuChainOpen } from './verifactu-errors';
export { VerifactuModes } from './verifactu-modes';
export { VerifactuModule } from './verifactu.module';
