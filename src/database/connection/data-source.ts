import 'reflect-metadata';
import { resolve } from 'node:path';
import {
  DataSource,
  type DataSourceOptions,
  type EntityMetadata,
  getMetadataArgsStorage,
  type MigrationInterface,
  type QueryRunner,
  type ReplicationMode,
} from 'typeorm';
import { ColumnTransformer } from '../schema/column-transformer';
import { type ParsedDatabaseUrl, parseDatabaseUrl, parseReplicaUrl } from './database-url';
import type { Dialect } from '../dialect/dialect';
import { isMariaDb, MysqlDialect } from '../dialect/mysql.dialect';
import { ClusterMembers } from '../dialect/mysql.cluster-members';
import { createPoolOptions } from '../dialect/mysql.pool';
import { MysqlReplica, type ReplicaOptions } from '../replicas/mysql.replica';
import { inspectServer } from '../dialect/mysql.server-info';
import { SqliteDialect } from '../dialect/sqlite.dialect';
import type { SqliteReaderOptions } from '../dialect/sqlite.reader';
import { createSqliteOptions, type SqliteConnectionPurpose } from '../dialect/sqlite.options';
import type { WriteQueue } from '../dialect/sqlite.write-queue';
import { InsertDefaultsSubscriber } from '../schema/insert-defaults.subscriber';
import { constraintNames } from '../schema/sql-names';
import { ConstraintNamingStrategy } from '../schema/constraint-naming-strategy';
import { SharedRecentWriters } from '../replicas/recent-writers';
import { ReplicaRouter } from '../replicas/replica-router';

/** The names of the service's data sources. SQLite has both, a database server only the writer. */
export const WRITER_DATA_SOURCE = 'writer';
export const READER_DATA_SOURCE = 'reader';

export type DataSourceName = typeof WRITER_DATA_SOURCE | typeof READER_DATA_SOURCE;

/** TypeORM's options and the settings that the engine on the data source needs. */
export type StoreDataSourceOptions = DataSourceOptions & {
  readonly dialect: Dialect;
  /** Time limit of a statement on a database server, in milliseconds. */
  readonly statementTimeoutMs?: number;
  /** How slow reads of a SQLite file are run; by default like all other reads. */
  readonly readerOptions?: SqliteReaderOptions;
  /** Serializes the writes of several processes of the service to one SQLite file. */
  readonly writeQueue?: WriteQueue;
  /** Maximum size of the write-ahead log of a SQLite file, in bytes. */
  readonly maxWalBytes?: number;
  /** Members of the Galera cluster, if the database has several servers. */
  readonly clusterMembers?: ClusterMembers;
  /** Routes lists to the replica, if there is one. */
  readonly replicaRouter?: ReplicaRouter;
};

/** A data source whose metadata resolve the column presets to the types of its engine. */
export class StoreDataSource extends DataSource {
  readonly dialect: Dialect;
  readonly poolSize: number;
  readonly statementTimeoutMs: number | undefined;
  readonly readerOptions: SqliteReaderOptions;
  readonly writeQueue: WriteQueue | undefined;
  readonly maxWalBytes: number | undefined;
  readonly clusterMembers: ClusterMembers | undefined;
  readonly replicaRouter: ReplicaRouter | undefined;
  private isOwnedByEngine = false;

  constructor(options: StoreDataSourceOptions) {
    super(options);
    this.dialect = options.dialect;
    this.poolSize = options.poolSize ?? 1;
    this.statementTimeoutMs = options.statementTimeoutMs;
    this.readerOptions = options.readerOptions ?? { threadCount: 0 };
    this.writeQueue = options.writeQueue;
    this.maxWalBytes = options.maxWalBytes;
    this.clusterMembers = options.clusterMembers;
    this.replicaRouter = options.replicaRouter;
  }

  /** Leaves the connections to an engine; TypeORM itself no longer uses them. */
  delegateConnectionsToEngine(): void {
    this.isOwnedByEngine = true;
  }

  /** Closes the connections that the engine has released. */
  async destroyConnections(): Promise<void> {
    this.isOwnedByEngine = false;
    await this.destroy();
  }

  /** @throws Error if an engine owns the connections: transactions of both would interfere */
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    if (!this.isOwnedByEngine) return super.createQueryRunner(mode);
    throw new Error(
      'Use the EntityManager that UnitOfWork.run hands out: TypeORM has no connection',
    );
  }

  /** Does nothing while an engine owns the connections: Nest stops data sources before the last writers have ended. */
  override async destroy(): Promise<void> {
    if (this.isOwnedByEngine) return;
    await this.replicaRouter?.replica.end();
    await super.destroy();
    await this.clusterMembers?.end();
  }

  protected override async buildMetadatas(): Promise<void> {
    await super.buildMetadatas();
    for (const metadata of this.entityMetadatas) applyDialect(metadata, this.dialect);
  }
}

/** Returns the dialect of a migration's data source. */
export function getDialect(dataSource: DataSource): Dialect {
  if (dataSource instanceof StoreDataSource) return dataSource.dialect;
  throw new Error('The data source was not made by createDataSource');
}

function applyDialect(metadata: EntityMetadata, dialect: Dialect): void {
  for (const column of metadata.columns) {
    const { transformer, propertyName, databaseName } = column;
    if (!(transformer instanceof ColumnTransformer)) continue;
    Object.assign(column, dialect.getColumnType(transformer.kind));
    // TypeORM turns a generated BIGINT key into text; here keys are numbers.
    if (column.isGenerated)
      column.createValueMap = (value: unknown, useDatabaseName = false) => ({
        [useDatabaseName ? databaseName : propertyName]: value,
      });
  }
  // `ForeignKeyColumn` declares the foreign key and its ON DELETE rule; the relation must not add a second one.
  const relationForeignKeys = new Set(metadata.relations.flatMap(({ foreignKeys }) => foreignKeys));
  metadata.foreignKeys = metadata.foreignKeys.filter((key) => !relationForeignKeys.has(key));
  // On MySQL unique constraints are indexes, and TypeORM would name them like indexes.
  for (const index of metadata.indices.filter(({ isUnique }) => isUnique)) {
    const columns = index.columns.map(({ databaseName }) => databaseName);
    index.name = constraintNames.unique(metadata.tableName, columns);
  }
}

interface MigrationDataSourceOptions {
  /** Entity classes, or patterns of the files that declare them. */
  readonly entities?: readonly (string | (new () => unknown))[];
  readonly migrations?: readonly (new () => MigrationInterface)[];
}

/** Creates a data source, not yet initialized, for migrations, TypeORM's command line and schema comparison. */
export async function createDataSource(
  url: string,
  options: MigrationDataSourceOptions = {},
): Promise<StoreDataSource> {
  const engineOptions = await createEngineOptions(parseDatabaseUrl(url), {
    purpose: 'migrations',
    poolSize: 2,
  });
  return new StoreDataSource({
    ...COMMON_OPTIONS,
    ...engineOptions,
    entities: [...(options.entities ?? [])],
    migrations: [...(options.migrations ?? [])],
  });
}

/** Returns the names of the data sources that the service needs for a database URL. */
export function listDataSourceNames(
  url: string,
): readonly [DataSourceName] | readonly [DataSourceName, DataSourceName] {
  return parseDatabaseUrl(url).engine === 'sqlite'
    ? [WRITER_DATA_SOURCE, READER_DATA_SOURCE]
    : [WRITER_DATA_SOURCE];
}

export interface ConnectionSettings {
  /** Maximum number of connections to a database server. */
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  /** How slow reads of a SQLite file are run. */
  readonly readerOptions?: SqliteReaderOptions;
  /** Serializes the writes of several processes of the service to one SQLite file. */
  readonly writeQueue?: WriteQueue;
  /** Maximum size of the write-ahead log of a SQLite file, in bytes. */
  readonly maxWalBytes?: number;
  readonly replica?: ReplicaSettings;
}

/** The replica that lists may be read from. */
interface ReplicaSettings {
  readonly url: string;
  /** Maximum lag behind the primary, in seconds. */
  readonly maxLagSeconds: number;
  /** Clients that read from the primary because they wrote recently; by default none. */
  readonly recentWriters?: SharedRecentWriters;
}

/** Returns the options of a data source that the service works on. Only the writer knows the entities. */
export async function createDataSourceOptions(
  url: string,
  name: DataSourceName,
  {
    poolSize = 10,
    statementTimeoutMs,
    readerOptions,
    writeQueue,
    maxWalBytes,
    replica,
  }: ConnectionSettings = {},
): Promise<StoreDataSourceOptions> {
  const parsedUrl = parseDatabaseUrl(url);
  const engineOptions = await createEngineOptions(parsedUrl, { purpose: name, poolSize });
  if (name === READER_DATA_SOURCE)
    return { ...COMMON_OPTIONS, ...engineOptions, ...(readerOptions && { readerOptions }) };
  return {
    ...COMMON_OPTIONS,
    ...engineOptions,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    ...(writeQueue && { writeQueue }),
    ...(maxWalBytes !== undefined && { maxWalBytes }),
    ...(replica &&
      parsedUrl.engine === 'mysql' && {
        replicaRouter: await createReplicaRouter(replica, {
          primary: parsedUrl,
          poolSize,
          ...(engineOptions.clusterMembers && { clusterMembers: engineOptions.clusterMembers }),
          ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
        }),
      }),
    entities: listEntities(),
    subscribers: [InsertDefaultsSubscriber],
  };
}

const COMMON_OPTIONS = {
  namingStrategy: new ConstraintNamingStrategy(),
  synchronize: false,
  logging: false,
} as const;

interface EngineSettings {
  /** The purpose of a connection to a SQLite file. */
  readonly purpose: SqliteConnectionPurpose;
  /** Maximum number of connections to a database server. */
  readonly poolSize: number;
}

async function createEngineOptions(
  parsedUrl: ParsedDatabaseUrl,
  { purpose, poolSize }: EngineSettings,
): Promise<StoreDataSourceOptions> {
  if (parsedUrl.engine === 'sqlite')
    return {
      ...createSqliteOptions(resolve(parsedUrl.path), purpose),
      dialect: new SqliteDialect(),
    };
  const clusterMembers = parsedUrl.hosts.length > 1 ? new ClusterMembers(parsedUrl) : undefined;
  const server = await inspectServer(parsedUrl, clusterMembers);
  return {
    ...(clusterMembers && { clusterMembers }),
    // TypeORM reads MariaDB's catalog differently.
    type: isMariaDb(server.version) ? 'mariadb' : 'mysql',
    database: parsedUrl.database,
    extra: createPoolOptions(parsedUrl, poolSize, clusterMembers),
    poolSize,
    dialect: new MysqlDialect(server),
  };
}

async function createReplicaRouter(
  { url, maxLagSeconds, recentWriters = new SharedRecentWriters(0) }: ReplicaSettings,
  options: Omit<ReplicaOptions, 'url' | 'maxLagSeconds'>,
): Promise<ReplicaRouter> {
  const replica = await MysqlReplica.create({
    ...options,
    url: parseReplicaUrl(url),
    maxLagSeconds,
  });
  return new ReplicaRouter(replica, recentWriters);
}

/** Returns every entity whose file has been loaded; in the service, these are all entities. */
export function listEntities(): (new () => unknown)[] {
  return getMetadataArgsStorage().tables.flatMap(({ target }) =>
    typeof target === 'function' ? (target as new () => unknown) : [],
  );
}
