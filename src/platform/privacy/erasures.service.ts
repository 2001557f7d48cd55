import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock';
import { NotFound } from '../../core/errors';
import { createLoadPlan } from '../../core/load-plan';
import { whereEquals, DataAccess } from '../../database';
import { SalesDocument } from '../../modules/sales';
import { type CallerRights, User, UserErasuresService } from '../../modules/users';
import { Erasure } from './erasure.entity';
import { ErasureSteps } from './erasure-steps';
import { NO_IDENTIFIERS, addIdentifiers } from './person-identifiers';
import { PersonalRows } from './personal-rows';

const userPlan = createLoadPlan(User, ['nick', 'passwordHash', 'agent']);

/** Prefix of the pseudonyms that replace the pIds of erased persons. */
const ERASED_PID_PREFIX = 'erased-';

/** Starts erasures: the user is erased at once, everything else in parts (ErasureSteps). */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly users: UserErasuresService,
    private readonly rows: PersonalRows,
    private readonly steps: ErasureSteps,
  ) {}

  /**
   * Starts the erasure of a person; a running one continues. If the user was deleted, the documents are erased.
   * @throws NotFound, LastSuperAdministratorNotRemovable; ScopeMissing for members of the system group
   */
  async start(userId: number, caller: CallerRights): Promise<Erasure> {
    const { unitOfWork } = this.dataAccess;
    await unitOfWork.run(async () => {
      await this.lock(userId);
      const storedErasure = await this.find(userId);
      if (storedErasure?.state !== 'running')
        await this.startErasure(userId, caller, storedErasure);
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
    while (await this.steps.runNextPart(userId));
    return this.get(userId);
  }

  private find(userId: number): Promise<Erasure | undefined> {
    const { loader } = this.dataAccess;
    return loader.findById(Erasure, userId, loader.createFullPlan(Erasure));
  }

  /** Locks the person, against concurrent erasures and new orders. @throws NotFound */
  private async lock(userId: number): Promise<void> {
    const { loader, writer } = this.dataAccess;
    if ((await writer.lock(User, [userId])) > 0) return;
    const firstOnly = { order: [{ property: 'id' as const }], limit: 1 };
    const documentIds = await loader.listIds(
      SalesDocument,
      [whereEquals('userId', userId)],
      firstOnly,
    );
    if (documentIds.length === 0) throw new NotFound({ resource: 'user', id: userId });
    await writer.lock(SalesDocument, documentIds);
  }

  private async startErasure(
    userId: number,
    caller: CallerRights,
    existing: Erasure | undefined,
  ): Promise<void> {
    const { loader, writer } = this.dataAccess;
    const pId = existing?.pId ?? `${ERASED_PID_PREFIX}${randomUUID()}`;
    const user = await loader.findById(User, userId, userPlan);
    const marks = addIdentifiers(NO_IDENTIFIERS, await this.rows.listTextsOfPerson(userId));
    if (user)
      await this.users.erase(userId, caller, this.rows.toErasedUserColumns(pId), () =>
        this.rows.removeUserRows(userId),
      );
    const now = this.clock.now();
    const initialValues = {
      ...({ state: 'running', step: 'documents', after: 0, begunAt: now, heldUntil: now } as const),
      login: user ? user.nick !== null || user.passwordHash !== null : true,
      agent: user?.agent ?? true,
      marks,
      doneAt: null,
    };
    if (existing) await writer.update(Erasure, userId, initialValues);
    else
      await writer.insert(Erasure, [
        { ...initialValues, id: userId, pId, documents: 0, oldestKept: null },
      ]);
  }
}
