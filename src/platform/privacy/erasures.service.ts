import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { NotFound } from '../../core/errors';
import { createLoadPlan } from '../../core/load-plan';
import { is, DataAccess } from '../../database';
import { SalesDocument } from '../../modules/sales';
import { type CallerRights, User, UserErasures } from '../../modules/users';
import { Erasure } from './erasure.entity';
import { ErasureSteps } from './erasure-steps';
import { NO_IDENTIFIERS, addIdentifiers } from './person-identifiers';
import { PersonalRows } from './personal-rows';

const accountPlan = createLoadPlan(User, ['nick', 'passwordHash', 'agent']);

/** Prefix of the names of erased persons. */
const ERASED_PREFIX = 'erased-';

/** Starts erasures: the user is erased at once, everything else in parts (ErasureSteps). */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly users: UserErasures,
    private readonly rows: PersonalRows,
    private readonly steps: ErasureSteps,
  ) {}

  /**
   * Starts the erasure of a person; a running one continues. If the user was deleted, the documents are erased.
   * @throws NotFound, LastAdministrator; ScopeMissing for members of the system group
   */
  async begin(userId: number, caller: CallerRights): Promise<Erasure> {
    const { unitOfWork } = this.dataAccess;
    await unitOfWork.run(async () => {
      await this.lock(userId);
      const known = await this.find(userId);
      if (known?.state !== 'running') await this.startErasure(userId, caller, known);
    });
    return this.get(userId);
  }

  /** @throws NotFound */
  async get(userId: number): Promise<Erasure> {
    const found = await this.find(userId);
    if (!found) throw new NotFound({ resource: 'erasure', id: userId });
    return found;
  }

  /** Completes an erasure. */
  async finish(userId: number): Promise<Erasure> {
    while (await this.steps.runNext(userId));
    return this.get(userId);
  }

  private find(userId: number): Promise<Erasure | undefined> {
    const { loader } = this.dataAccess;
    return loader.findById(Erasure, userId, loader.fullPlan(Erasure));
  }

  /** Locks the person, against concurrent erasures and new orders. @throws NotFound */
  private async lock(userId: number): Promise<void> {
    const { loader, writer } = this.dataAccess;
    if ((await writer.lock(User, [userId])) > 0) return;
    const first = { order: [{ property: 'id' as const }], limit: 1 };
    const documents = await loader.listIds(SalesDocument, [is('userId', userId)], first);
    if (documents.length === 0) throw new NotFound({ resource: 'user', id: userId });
    await writer.lock(SalesDocument, documents);
  }

  private async startErasure(
    userId: number,
    caller: CallerRights,
    existing: Erasure | undefined,
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const pId = existing?.pId ?? `${ERASED_PREFIX}${randomUUID()}`;
    const user = await loader.findById(User, userId, accountPlan);
    const marks = addIdentifiers(NO_IDENTIFIERS, await this.rows.listTextsOfPerson(userId));
    if (user)
      await this.users.erase(userId, caller, this.rows.toErasedUserColumns(pId), () =>
        this.rows.removeBelongings(userId),
      );
    const now = this.clock.now();
    const started = {
      ...({ state: 'running', step: 'documents', after: 0, begunAt: now, heldUntil: now } as const),
      login: user ? user.nick !== null || user.passwordHash !== null : true,
      agent: user?.agent ?? true,
      marks,
      doneAt: null,
    };
    if (existing) await writer.update(Erasure, userId, started);
    else
      await writer.insert(Erasure, [
        { ...started, id: userId, pId, documents: 0, oldestKept: null },
      ]);
  }
}
