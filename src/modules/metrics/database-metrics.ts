import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../core/metrics';
import { Database } from '../../database';

/** How busy the connections to the database are. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      {
        name: 'database_connections_in_use',
        help: 'Connections of the pool that somebody works on; on SQLite 1 while a unit of work writes',
      },
      () => this.database.load.inUse,
    );
    this.metrics.gauge(
      {
        name: 'database_connections_waiting',
        help: 'How many wait for a connection; on SQLite units of work that wait for their turn to write',
      },
      () => this.database.load.waiting,
    );
    if (!this.database.isOnOneOfSeveral) return;
    this.metrics.gauge(
      {
        name: 'database_host',
        help: '1 for the host of DATABASE_URL that is worked on; none while no member of the cluster is ready',
        together: 'max',
        labels: ['host'],
      },
      () => {
        const { host } = this.database;
        return host === undefined ? [] : [{ labels: { host }, value: 1 }];
      },
    );
  }
}
