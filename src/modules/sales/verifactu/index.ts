export { RestoredChains } from './restored-chains';
export { VerifactuModes } from './verifactu-modes';
export { VerifactuModule } from './verifactu.module';
