import { OneOf, Reference, type ReferenceDto } from '../../../api';
import { type VerifactuMode, verifactuModes } from './entities/verifactu-chain.entity';

/** An import record of the type `verifactu`: how the invoicing records of a headquarter are kept. */
export class VerifactuModeImportDto {
  @Reference({ description: 'The headquarter' })
  headquarter!: ReferenceDto;

  @OneOf(verifactuModes, {
    description:
      "`test`: for AEAT's test service; `on`: for AEAT; only the command line leaves `on`",
  })
  mode!: VerifactuMode;
}
