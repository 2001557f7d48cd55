import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../core/metrics';
import { Database, type ReplicaRouter } from '../../../database';

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
    if (this.database.isOnCluster) this.registerHostMetrics();
    if (this.database.replicaRouter) this.registerReplicaMetrics(this.database.replicaRouter);
  }

  private registerHostMetrics(): void {
    this.metrics.gauge(
      {
        name: 'database_host',
        help: '1 for the host of DATABASE_URL that is worked on; none while no member of the cluster is ready',
        aggregation: 'max',
        labels: ['host'],
      },
      () => {
        const { host } = this.database;
        return host === undefined ? [] : [{ labels: { host }, value: 1 }];
      },
    );
  }

  private registerReplicaMetrics(reads: ReplicaRouter): void {
    const counter = this.metrics.counter({
      name: 'database_list_reads_total',
      help: 'Lists and counts by where they were read: on the replica (DATABASE_READ_URL) or on the primary (DATABASE_URL)',
      labels: ['source'],
    });
    reads.onRead((source) => counter.add({ source }));
    this.metrics.gauge(
      {
        name: 'database_replica_in_use',
        help: '1: lists are read from the replica, 0: it is too far behind, or out of reach',
        aggregation: 'min',
      },
      () => (reads.replica.engine ? 1 : 0),
    );
    this.metrics.gauge(
      {
        name: 'database_replica_lag_seconds',
        help: 'Seconds that what the replica shows is old at most; none before it was seen',
        aggregation: 'max',
      },
      () => reads.replica.lagSeconds ?? [],
    );
  }
}
