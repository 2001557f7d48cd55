import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { ApiModule } from './api/api.module';
import { Configuration } from './config/configuration';
import { Clock } from './core/clock';
import { Primary } from './core/primary';
import { Stopping } from './core/stopping';
import { DatabaseModule } from './database';
import { AccessModule } from './modules/access';
import { CatalogModule } from './modules/catalog';
import { ChannelsModule } from './modules/channels';
import { CustomTagsModule } from './modules/custom-tags';
import { DefinitionsModule } from './modules/definitions';
import { ExportsModule } from './modules/exports';
import { FileManagerModule } from './modules/file-manager';
import { FilesModule } from './modules/files';
import { FiltersModule } from './modules/filters';
import { HealthModule } from './modules/health';
import { IdempotencyModule } from './modules/idempotency';
import { IntakeModule } from './modules/intake';
import { JournalModule } from './modules/journal';
import { LocationsModule } from './modules/locations';
import { MetricsModule } from './modules/metrics';
import { NewsModule } from './modules/news';
import { OutboxModule } from './modules/outbox';
import { PrivacyModule } from './modules/privacy';
import { SalesModule } from './modules/sales';
import { SeoModule } from './modules/seo';
import { TracingModule } from './modules/tracing';
import { UsersModule } from './modules/users';
import { UtilModule } from './modules/util';
import { WebhooksModule } from './modules/webhooks';

/** What every module may ask for. */
@Global()
@Module({})
class CoreModule {
  static with(configuration: Configuration, primary?: Primary): DynamicModule {
    const ofSeveral = primary ? [{ provide: Primary, useValue: primary }] : [];
    return {
      module: CoreModule,
      providers: [
        Clock,
        Stopping,
        { provide: Configuration, useValue: configuration },
        ...ofSeveral,
      ],
      exports: [Clock, Stopping, Configuration, ...(primary ? [Primary] : [])],
    };
  }
}

/** The whole service. */
@Module({})
export class AppModule {
  /**
   * @param more modules besides the service's own
   * @param primary of this process, where there are several
   */
  static with(
    configuration: Configuration,
    more: readonly Type[] = [],
    primary?: Primary,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(configuration, primary),
        TracingModule.with(configuration),
        DatabaseModule.with(configuration, primary),
        ApiModule,
        AccessModule,
        HealthModule,
        JournalModule,
        IdempotencyModule,
        MetricsModule,
        IntakeModule,
        CatalogModule,
        FiltersModule,
        SeoModule,
        FilesModule,
        FileManagerModule,
        OutboxModule,
        WebhooksModule,
        CustomTagsModule,
        NewsModule,
        DefinitionsModule,
        LocationsModule,
        ChannelsModule,
        UsersModule,
        SalesModule,
        UtilModule,
        ExportsModule,
        PrivacyModule,
        ...more,
      ],
    };
  }
}
