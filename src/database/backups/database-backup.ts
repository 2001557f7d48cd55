/** Facts about the copy of a database that its restore needs. */
export interface DatabaseCopyInfo {
  readonly engine: 'sqlite' | 'mysql';
  /** The program that made the copy; undefined for SQLite. */
  readonly tool?: BackupTool;
  /** Character set and collation of a dumped database. */
  readonly characterSet?: string;
  readonly collation?: string;
  /** Where the binary log of the server continues after a physical copy. */
  readonly binaryLog?: BinaryLogPosition;
}

/** The programs of MariaDB and MySQL that copy a database. */
export const backupTools = ['mariadb-dump', 'mariadb-backup'] as const;
export type BackupTool = (typeof backupTools)[number];

/** A position in a binary log. */
export interface BinaryLogPosition {
  readonly file: string;
  readonly position: number;
  /** Checksum of the first event. It identifies the file, because a restored server reuses the names of its logs. */
  readonly identity: string;
}

/** A copy that is ready to replace the database. */
export interface StagedDatabase {
  /**
   * Replaces the database.
   * @returns where the replaced database is kept; undefined if there was no database
   */
  commit(): Promise<string | undefined>;
  /** Removes the staged copy. */
  discard(): Promise<void>;
}

/** Copies a database while it is in use, and restores such copies. */
export interface DatabaseBackupAdapter {
  /**
   * Writes a copy of the database to an empty folder.
   * @throws Error that names the failed program or file
   */
  write(folder: string): Promise<DatabaseCopyInfo>;
  /**
   * Checks that nobody uses the database, and prepares a copy next to it. The database itself is not changed.
   * @param suffix distinguishes the names of this restore, such as `20261127T103000Z`
   * @throws Error with the reason why the copy can't be restored
   */
  stage(folder: string, copy: DatabaseCopyInfo, suffix: string): Promise<StagedDatabase>;
}

/** Options for the programs of a database server. */
export interface DatabaseBackupOptions {
  /** By default the one that is installed, mariadb-dump first. */
  readonly tool?: BackupTool;
  /** Option file with another login than that of the database URL. */
  readonly loginFile?: string;
  /** Data folder of the stopped server, for the restore of a physical copy. */
  readonly dataFolder?: string;
  /** Receives each command line before it is run. */
  readonly report: (commandLine: string) => void;
}
