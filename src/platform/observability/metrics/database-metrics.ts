import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../../core/metrics';
import { Database, type ReplicaRouter } from '../../../database';

/** Metrics of the database connections. */
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
        help: 'Connections of the pool in use; with SQLite 1 while a unit of work writes',
      },
      () => this.database.connectionLoad.inUse,
    );
    this.metrics.gauge(
      {
        name: 'database_connections_waiting',
        help: 'Requests that wait for a connection; with SQLite units of work that wait to write',
      },
      () => this.database.connectionLoad.waiting,
    );
    if (this.database.isOnCluster) this.registerHostMetrics();
    if (this.database.replicaRouter) this.registerReplicaMetrics(this.database.replicaRouter);
  }

  private registerHostMetrics(): void {
    this.metrics.gauge(
      {
        name: 'database_host',
        help: '1 for the host of DATABASE_URL in use; absent while no member of the cluster is ready',
        aggregation: 'max',
        labels: ['host'],
      },
      () => {
        const { clusterMemberAddress } = this.database;
        return clusterMemberAddress === undefined
          ? []
          : [{ labels: { host: clusterMemberAddress }, value: 1 }];
      },
    );
  }

  private registerReplicaMetrics(router: ReplicaRouter): void {
    const counter = this.metrics.counter({
      name: 'database_list_reads_total',
      help: 'Lists and counts by their source: the replica (DATABASE_READ_URL) or the primary (DATABASE_URL)',
      labels: ['source'],
    });
    router.onRead((source) => counter.add({ source }));
    this.metrics.gauge(
      {
        name: 'database_replica_in_use',
        help: '1 if lists are read from the replica, 0 if it is too far behind or unreachable',
        aggregation: 'min',
      },
      () => (router.replica.usableEngine ? 1 : 0),
    );
    this.metrics.gauge(
      {
        name: 'database_replica_lag_seconds',
        help: "Maximum age of the replica's data in seconds; absent before the first check",
        aggregation: 'max',
      },
      () => router.replica.lagSeconds ?? [],
    );
  }
}
