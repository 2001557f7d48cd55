/** @engine */
import { Logger } from '@nestjs/common';
import { DomainError } from '../../src/core/errors';
import {
  ConstraintViolation,
  Database,
  increment,
  DataAccess,
  uniqueConstraintName,
  mapViolations,
  isViolationOf,
} from '../../src/database';
import { testServer } from '../support/service/database';
import { openSample, plan } from './sample';
import { Line, Shop, Town } from './sample.entity';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('UnitOfWork', () => {
  let dataAccess: DataAccess;
  let close: () => Promise<void>;
  let url: string;
  beforeAll(async () => ({ dataAccess, close, url } = await openSample()));
  afterAll(() => close());

  const run = <T>(work: () => Promise<T>): Promise<T> => dataAccess.unitOfWork.run(work);
  const countTowns = async (name: string): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS n FROM sample_towns WHERE name = ?';
    const [row] = await dataAccess.database.select<{ n: number }>(sql, [name]);
    return row?.n ?? -1;
  };

  it('keeps 50 parallel units apart, half of them failing, with reads alongside', async () => {
    const [counter = 0] = await run(() => dataAccess.writer.insert(Shop, [{ pId: 'counter' }]));
    let isOver = false;
    let reads = 0;
    let dirty = 0;
    const read = async (): Promise<void> => {
      while (!isOver) {
        // Every unit writes a town and its twin: a reader may see both or none of each pair.
        const rows = await dataAccess.database.select<{ n: number; total: string | null }>(
          "SELECT COUNT(*) AS n, SUM(CASE WHEN p_id LIKE 'bad%' THEN 1 ELSE 0 END) AS total " +
            "FROM sample_towns WHERE name = 'parallel'",
        );
        if ((rows[0]?.n ?? 1) % 2 !== 0 || Number(rows[0]?.total ?? 0) > 0) dirty++;
        reads++;
        await pause(0);
      }
    };
    const unit = async (i: number): Promise<void> => {
      const fails = i % 2 === 1;
      const pId = `${fails ? 'bad' : 'good'}-${i}`;
      await run(async () => {
        await dataAccess.writer.insert(Town, [{ pId, name: 'parallel' }]);
        await pause(Math.random() * 5);
        await dataAccess.writer.update(Shop, counter, { visits: increment(1) });
        await dataAccess.writer.insert(Town, [{ pId: `${pId}-twin`, name: 'parallel' }]);
        if (fails) throw new Error('wanted');
      });
    };
    const readers = [read(), read(), read()];
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => unit(i)));
    isOver = true;
    await Promise.all(readers);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(25);
    expect(dirty).toBe(0);
    expect(reads).toBeGreaterThan(2);
    expect(await countTowns('parallel')).toBe(50);
    expect(await dataAccess.loader.findById(Shop, counter, plan(['visits']))).toEqual({
      id: counter,
      visits: 25,
    });
  });

  it('reports how many work and how many wait', async () => {
    const narrow = await Database.open(url, { poolSize: 2 });
    const { unitOfWork } = DataAccess.forDatabase(narrow);
    expect(narrow.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const inside: number[] = [];
    const units = [1, 2, 3, 4].map((unit) =>
      unitOfWork.run(async () => {
        inside.push(unit);
        await held;
      }),
    );
    while (inside.length < (testServer === undefined ? 1 : 2)) await pause(1);
    const inUse = inside.length;
    expect(narrow.connectionLoad).toEqual({ inUse, waiting: 4 - inUse });
    end();
    await Promise.all(units);
    expect(narrow.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
    await expect(unitOfWork.run(() => Promise.reject(new Error('wanted')))).rejects.toThrow();
    expect(narrow.connectionLoad).toEqual({ inUse: 0, waiting: 0 });
    await narrow.close();
  });

  it('sees its own writes, others do not until it ends', async () => {
    await run(async () => {
      await dataAccess.writer.insert(Town, [{ pId: 'own', name: 'own' }]);
      expect(await countTowns('own')).toBe(1);
    });
    const other = await Database.open(url, { poolSize: 1 });
    await run(async () => {
      await dataAccess.writer.insert(Town, [{ pId: 'own2', name: 'own' }]);
      expect(await other.select("SELECT 1 FROM sample_towns WHERE p_id = 'own2'")).toEqual([]);
    });
    expect(await other.select("SELECT 1 FROM sample_towns WHERE p_id = 'own2'")).toHaveLength(1);
    await other.close();
  });

  it('joins nested work, and can not commit once that has failed', async () => {
    await run(async () => {
      await dataAccess.writer.insert(Town, [{ pId: 'n1', name: 'nested' }]);
      await run(() => dataAccess.writer.insert(Town, [{ pId: 'n2', name: 'nested' }]));
    });
    expect(await countTowns('nested')).toBe(2);
    const swallowing = run(async () => {
      await dataAccess.writer.insert(Town, [{ pId: 'n3', name: 'nested' }]);
      await run(async () => {
        await dataAccess.writer.insert(Town, [{ pId: 'n4', name: 'nested' }]);
        throw new Error('inner');
      }).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('inner');
    expect(await countTowns('nested')).toBe(2);
  });

  it('undoes a failed attempt alone, and attempts within attempts', async () => {
    const effects: string[] = [];
    const town = (pId: string): Promise<number[]> => {
      dataAccess.unitOfWork.afterCommit(() => void effects.push(pId));
      return dataAccess.writer.insert(Town, [{ pId, name: 'attempt' }]);
    };
    await run(async () => {
      await town('a1');
      await dataAccess.unitOfWork.runInSavepoint(async () => {
        await town('a2');
        const inner = dataAccess.unitOfWork.runInSavepoint(async () => {
          await town('a3');
          await town('a1');
        });
        const error: unknown = await inner.catch((caught: unknown) => caught);
        expect(isViolationOf(error, 'unique')).toBe(true);
        await town('a4');
      });
      const joined = dataAccess.unitOfWork.runInSavepoint(() => run(() => town('a4')));
      await expect(
        joined.then(
          () => 'stored',
          () => 'refused',
        ),
      ).resolves.toBe('refused');
    });
    const rows = await dataAccess.database.select(
      "SELECT p_id FROM sample_towns WHERE name = 'attempt' ORDER BY id",
    );
    expect(rows.map((row) => row['p_id'])).toEqual(['a1', 'a2', 'a4']);
    expect(effects).toEqual(['a1', 'a2', 'a4']);
  });

  it('has its effects after the commit only, outside of the unit, and survives their errors', async () => {
    const seen: unknown[] = [];
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    await run(async () => {
      await dataAccess.writer.insert(Town, [{ pId: 'e1', name: 'effect' }]);
      dataAccess.unitOfWork.afterCommit(() => {
        throw new Error('wanted: an effect that fails is logged');
      });
      dataAccess.unitOfWork.afterCommit(async () => {
        seen.push(await countTowns('effect'), dataAccess.database.activeUnitOfWork);
      });
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([1, undefined]);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    await run(() => {
      dataAccess.unitOfWork.afterCommit(() => void seen.push('never'));
      return Promise.reject(new Error('wanted'));
    }).catch(() => undefined);
    expect(seen).toHaveLength(2);
  });

  it('refuses what a failed unit has left running', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const failed = run(async () => {
      late = pause(30).then(() => dataAccess.writer.insert(Town, [{ pId: 'late', name: 'late' }]));
      late.catch(() => undefined);
      await Promise.reject(new Error('early'));
    });
    await expect(failed).rejects.toThrow('early');
    await expect(late).rejects.toThrow('unit of work');
    expect(await countTowns('late')).toBe(0);
  });

  it('undoes a long insertion that a failed unit has left half done', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ pId: `half ${at}`, name: 'half' }));
    for (const ms of [10, 20, 40, 80]) {
      let late: Promise<unknown> = Promise.resolve();
      const failed = run(async () => {
        late = dataAccess.writer.insert(Town, rows);
        late.catch(() => undefined);
        await pause(ms);
        throw new Error('early');
      });
      await expect(failed).rejects.toThrow('early');
      await Promise.allSettled([late]);
      expect(await countTowns('half')).toBe(0);
    }
  });

  it('names the broken constraint, and goes on after one that is caught', async () => {
    const brokenBy = async (work: () => Promise<unknown>): Promise<unknown> => {
      const error: unknown = await work().catch((caught: unknown) => caught);
      if (!(error instanceof ConstraintViolation)) return error;
      expect(dataAccess.database.dialect.findViolatedConstraint(error.cause)).toMatchObject({
        kind: error.constraintKind,
      });
      return { kind: error.constraintKind, name: error.constraintName };
    };
    await run(async () => {
      const { writer } = dataAccess;
      const [townId = 0] = await writer.insert(Town, [
        { pId: "it's 'quoted' for key 'x'", name: '' },
      ]);
      const [shopId = 0] = await writer.insert(Shop, [{ pId: 'c1', townId, isMain: 1 }]);
      await writer.insert(Line, [{ shopId, pId: 'x' }]);
      const named = (kind: string, name: string): unknown => ({ kind, name });
      expect(
        await brokenBy(() => writer.insert(Town, [{ pId: "it's 'quoted' for key 'x'", name: '' }])),
      ).toEqual(named('unique', uniqueConstraintName(Town, 'pId')));
      expect(await brokenBy(() => writer.insert(Shop, [{ pId: 'c2', isMain: 1 }]))).toEqual(
        named('unique', uniqueConstraintName(Shop, 'isMain')),
      );
      expect(await brokenBy(() => writer.insert(Line, [{ shopId, pId: 'x' }]))).toEqual(
        named('unique', uniqueConstraintName(Line, 'shopId', 'pId')),
      );
      expect(await brokenBy(() => writer.insert(Shop, [{ pId: 'c3', stock: -1 }]))).toEqual(
        named('check', 'ck_sample_shops_stock'),
      );
      expect(
        await brokenBy(() => writer.insert(Shop, [{ pId: 'c4', townId: 987_654 }])),
      ).toMatchObject({
        kind: 'foreignKey',
      });
      expect(await brokenBy(() => writer.remove(Town, townId))).toMatchObject({
        kind: 'foreignKey',
      });
      const sql = 'INSERT INTO sample_towns (p_id, name) VALUES (?, ?)';
      expect(await brokenBy(() => dataAccess.database.execute(sql, ['c5', null]))).toEqual(
        named('notNull', 'name'),
      );
      await writer.insert(Town, [{ pId: 'after', name: 'constraint' }]);
    });
    expect(await countTowns('constraint')).toBe(1);
  });

  it('maps violations as the writer declares: by name, else by kind, else as they are', async () => {
    const mapped = (mapping: Parameters<typeof mapViolations>[1]): Promise<unknown> =>
      run(() =>
        mapViolations(() => {
          const row = { pId: 'said', name: '' };
          return dataAccess.writer.insert(Town, [row, row]);
        }, mapping),
      ).catch((caught: unknown) => caught);
    const taken = new Error('this one is taken');
    const byName = { [uniqueConstraintName(Town, 'pId')]: () => Promise.resolve(taken) };
    expect(await mapped({ ...byName, unique: () => new Error('any') })).toBe(taken);
    expect(await mapped({ unique: () => taken, check: () => new Error('check') })).toBe(taken);
    expect(await mapped({ foreignKey: () => taken })).toBeInstanceOf(ConstraintViolation);
    expect(await mapped({ unique: () => undefined })).toBeInstanceOf(ConstraintViolation);
    const other = new Error('another one');
    const mapping = mapViolations(() => Promise.reject(other), { unique: () => taken });
    await expect(mapping).rejects.toBe(other);
  });

  it('compares pIds byte for byte', async () => {
    const pIds = ['abc', 'Abc', 'ABC', 'abc ', 'ábc', 'a\u0301bc', 'ａbc'];
    await run(() =>
      dataAccess.writer.insert(
        Town,
        pIds.map((pId) => ({ pId, name: 'bytes' })),
      ),
    );
    for (const pId of pIds) {
      const rows = await dataAccess.database.select(
        'SELECT p_id FROM sample_towns WHERE p_id = ?',
        [pId],
      );
      expect(rows).toEqual([{ p_id: pId }]);
    }
  });

  it('runs the whole work again when other transactions are in the way', async () => {
    const [a = 0, b = 0] = await run(() =>
      dataAccess.writer.insert(Shop, [{ pId: 'd1' }, { pId: 'd2' }]),
    );
    let attempts = 0;
    const cross = (first: number, second: number): Promise<unknown> =>
      run(async () => {
        attempts++;
        await dataAccess.writer.update(Shop, first, { visits: increment(1) });
        await pause(30);
        await dataAccess.writer.update(Shop, second, { visits: increment(1) });
      });
    await Promise.all([cross(a, b), cross(b, a), cross(a, b), cross(b, a)]);
    const read = await dataAccess.loader.listByIds(Shop, [a, b], plan(['visits']));
    expect(read.map(({ visits }) => visits)).toEqual([4, 4]);
    // SQLite's write queue prevents deadlocks; on MySQL some must have occurred.
    if (testServer === undefined) expect(attempts).toBe(4);
    else expect(attempts).toBeGreaterThan(4);
  });

  it('gives up with DatabaseBusy, and does not commit what a caught conflict has lost', async () => {
    const conflict = Object.assign(new Error('Deadlock found'), {
      errno: 1213,
      code: 'SQLITE_BUSY',
    });
    let attempts = 0;
    const work = run(() => {
      attempts++;
      return Promise.reject(conflict);
    });
    const error: unknown = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ status: 503, code: 'database.busy' });
    expect(attempts).toBe(20);
  });
});
