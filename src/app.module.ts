import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { ApiModule } from './api/api.module';
import { Configuration } from './config/configuration';
import { Clock } from './core/clock';
import { PeerProcess } from './core/peer-process';
import { Shutdown } from './core/shutdown';
import { DatabaseModule } from './database';
import { AccessModule } from './platform/access';
import { CatalogModule } from './platform/catalog';
import { ChannelsModule } from './modules/channels';
import { CustomTagsModule } from './modules/custom-tags';
import { DefinitionsModule } from './modules/definitions';
import { ExportsModule } from './platform/data-transfer/exports';
import { FileManagerModule } from './modules/file-manager';
import { FilesModule } from './platform/media/files';
import { FilterItemsModule } from './platform/requests/filters';
import { HealthModule } from './platform/observability/health';
import { IdempotencyModule } from './platform/requests/idempotency';
import { ImportsModule } from './platform/data-transfer/imports';
import { JournalModule } from './platform/events/journal';
import { LocationsModule } from './modules/locations';
import { MetricsModule } from './platform/observability/metrics';
import { NewsModule } from './modules/news';
import { OutboxModule } from './platform/events/outbox';
import { PrivacyModule } from './platform/privacy';
import { SalesModule } from './modules/sales';
import { SeoModule } from './platform/seo';
import { TracingModule } from './platform/observability/tracing';
import { UsersModule } from './modules/users';
import { UtilModule } from './modules/util';
import { WebhooksModule } from './platform/events/webhooks';

/** Providers for all modules. */
@Global()
@Module({})
class CoreModule {
  static forRoot(configuration: Configuration, primary?: PeerProcess): DynamicModule {
    const primaryProviders = primary ? [{ provide: PeerProcess, useValue: primary }] : [];
    return {
      module: CoreModule,
      providers: [
        Clock,
        Shutdown,
        { provide: Configuration, useValue: configuration },
        ...primaryProviders,
      ],
      exports: [Clock, Shutdown, Configuration, ...(primary ? [PeerProcess] : [])],
    };
  }
}

/** The whole service. */
@Module({})
export class AppModule {
  /**
   * @param extraModules modules in addition to the service's own
   * @param primary the primary process, if this is one of several workers
   */
  static forRoot(
    configuration: Configuration,
    extraModules: readonly Type[] = [],
    primary?: PeerProcess,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRoot(configuration, primary),
        TracingModule.register(configuration),
        DatabaseModule.forRoot(configuration, primary),
        ApiModule,
        AccessModule,
        HealthModule,
        JournalModule,
        IdempotencyModule,
        MetricsModule,
        ImportsModule,
        CatalogModule,
        FilterItemsModule,
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
        ...extraModules,
      ],
    };
  }
}
