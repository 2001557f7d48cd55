import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ApiModule } from './api/api.module';
import { Configuration } from './config/configuration';
import { Clock } from './core/clock';
import { Stopping } from './core/stopping';
import { DatabaseModule } from './database';
import { AccessModule } from './modules/access';
import { CatalogModule } from './modules/catalog';
import { CustomTagsModule } from './modules/custom-tags';
import { HealthModule } from './modules/health';
import { IntakeModule } from './modules/intake';
import { SalesModule } from './modules/sales';

/** What every module may ask for. */
@Global()
@Module({})
class CoreModule {
  static with(configuration: Configuration): DynamicModule {
    return {
      module: CoreModule,
      providers: [Clock, Stopping, { provide: Configuration, useValue: configuration }],
      exports: [Clock, Stopping, Configuration],
    };
  }
}

/** The whole service. */
@Module({})
export class AppModule {
  static with(configuration: Configuration): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(configuration),
        DatabaseModule,
        ApiModule,
        AccessModule,
        HealthModule,
        IntakeModule,
        CatalogModule,
        CustomTagsModule,
        SalesModule,
      ],
    };
  }
}
