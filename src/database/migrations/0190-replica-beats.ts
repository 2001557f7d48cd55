import { bigInt53, createTable, id, instant, defineMigration, varchar } from './schema';

/** Heartbeats of processes, by which each process measures how far a replica is behind. */
export const ReplicaBeats = defineMigration(190, 'ReplicaBeats', [
  createTable('replica_beats', {
    columns: {
      id: id(),
      name: varchar(32),
      beat: bigInt53(),
      beaten_at: instant(),
    },
    uniques: [['name']],
  }),
]);
