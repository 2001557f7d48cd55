import { Injectable } from '@nestjs/common';
import { whereIn, DataAccess } from '../../../database';
import { createLoadPlan } from '../../../core/load-plan';
import { CatalogRepository, Headquarter } from '../../../platform/catalog';
import {
  type ImportCaller,
  type ImportCandidate,
  type ImportDefinition,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
  rejectOnError,
} from '../../../platform/data-transfer/imports';
import { VerifactuModeImportDto } from './verifactu-mode.dto';
import { VerifactuModeService } from './verifactu-mode.service';

type ModeCandidate = ImportCandidate<VerifactuModeImportDto, VerifactuModeImportDto>;

const headquarterModePlan = createLoadPlan(Headquarter, ['verifactu']);

/** Imports records of the type `verifactu`, which set the modes of headquarters. */
@Injectable()
@ImportTypeRegistrar()
export class VerifactuModeImporter
  implements ImportDefinition<VerifactuModeImportDto>, ImportTypeRegistrar
{
  readonly type = 'verifactu';
  readonly dto = VerifactuModeImportDto;
  readonly scope = '*';
  readonly updatedAtOwner = { entity: Headquarter };

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly catalog: CatalogRepository,
    private readonly modes: VerifactuModeService,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(this);
  }

  getKey({ headquarter }: VerifactuModeImportDto): string {
    return JSON.stringify([headquarter.id ?? 0, headquarter.pId ?? '']);
  }

  async compareWithStored(batch: readonly ModeCandidate[]): Promise<void> {
    const references = batch.map(({ record }) => record.value.headquarter);
    const headquarterLookup = await this.catalog.lookUpReferences('headquarter', references);
    for (const one of batch) {
      const headquarter = rejectOnError(
        one,
        headquarterLookup.resolve(one.record.value.headquarter, '/headquarter'),
      );
      if (headquarter) one.id = headquarter.id;
    }
    const ids = batch.flatMap(({ id }) => id ?? []);
    const stored = await this.dataAccess.loader.listWhere(
      Headquarter,
      [whereIn('id', ids)],
      headquarterModePlan,
    );
    const modes = new Map(stored.map(({ id, verifactu }) => [id, verifactu ?? 'off']));
    for (const one of batch) {
      const { id } = one;
      if (id === undefined || one.outcome) continue;
      if (modes.get(id) === one.record.value.mode) one.outcome = { result: 'unchanged', id };
    }
  }

  async write(
    batch: readonly ModeCandidate[],
    { isOperator = false }: ImportCaller,
  ): Promise<void> {
    for (const { id, record } of batch) {
      await this.modes.changeMode(id as number, record.value.mode, { isOperator });
    }
  }
}
