import type * as Crypto from 'node:crypto';
import { type ScryptOptions, scryptSync } from 'node:crypto';
import { runInActorContext } from '../../../core/actor-context';
import { DatabaseBusy } from '../../../core/errors';
import { PasswordHasher } from './password-hasher';

type Done = (error: Error | null, key: Buffer) => void;

/** The derivations that were requested; with `held` each ends only when the spec calls `finish`. */
const asked: { options: ScryptOptions; salt: Buffer; finish: () => void }[] = [];
let held = false;
/** Whether derivations run with the requested cost. */
let isReal = false;

jest.mock('node:crypto', () => {
  const crypto = jest.requireActual<typeof Crypto>('node:crypto');
  const scrypt = (text: string, salt: Buffer, length: number, options: object, done: Done) => {
    const finish = () => crypto.scrypt(text, salt, length, isReal ? options : { N: 16 }, done);
    asked.push({ options, salt, finish });
    if (!held) finish();
  };
  return { ...crypto, scrypt };
});

const PASSWORD = 'correct horse battery staple';

describe('passwords', () => {
  const passwords = new PasswordHasher();

  beforeEach(() => {
    asked.length = 0;
    held = false;
    isReal = false;
  });

  afterEach(() => jest.useRealTimers());

  it('are checked against hashes that contain the scrypt parameters', async () => {
    isReal = true;
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    const [, , , , salt = '', key = ''] = hash.split('$');
    const options = { N: 32768, r: 8, p: 3, maxmem: 2 ** 27 };
    const derived = scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, options);
    expect(key).toBe(derived.toString('base64url'));
    expect(await passwords.verify(PASSWORD, hash)).toBe(true);
    expect(await passwords.verify(`${PASSWORD} `, hash)).toBe(false);
    expect(await passwords.verify(PASSWORD.toUpperCase(), hash)).toBe(false);
    expect(await passwords.verify('', hash)).toBe(false);
  });

  it('get a different hash each time', async () => {
    const [one, other] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(one).not.toBe(other);
    expect(one.split('$')[4]).not.toBe(other.split('$')[4]);
  });

  it('are checked with the parameters in their hash', async () => {
    isReal = true;
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(PASSWORD, salt, 32, { N: 16, r: 2, p: 1 });
    const hash = `scrypt$16$2$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await passwords.verify(PASSWORD, hash)).toBe(true);
    expect(asked[0]?.options).toMatchObject({ N: 16, r: 2, p: 1 });
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['of another algorithm', '$2b$12$abcdefghijklmnopqrstuv'],
    ['a plain text', PASSWORD],
    ['truncated', `scrypt$32768$8$3$${'A'.repeat(22)}$${'A'.repeat(42)}`],
  ])(
    "don't match a hash that is %s, and the check costs as much as a real one",
    async (_name, hash) => {
      expect(await passwords.verify(PASSWORD, hash)).toBe(false);
      const real = await passwords.hash(PASSWORD);
      asked.length = 0;
      await passwords.verify(PASSWORD, hash);
      await passwords.verify(PASSWORD, real);
      expect(asked).toHaveLength(2);
      expect(asked[0]?.options).toEqual(asked[1]?.options);
      expect(asked[0]?.salt).toHaveLength(16);
    },
  );

  it('match independently of how their letters are composed', async () => {
    const hash = await passwords.hash('contraseña ﬁn'.normalize('NFC'));
    expect(await passwords.verify('contraseña fin'.normalize('NFD'), hash)).toBe(true);
    expect(await passwords.verify('contrasena fin', hash)).toBe(false);
  });

  it.each([
    ['Cyrillic and Greek', 'пароль-κωδικός'],
    ['Hebrew and Arabic', 'סיסמה-كلمة'],
    ['Japanese', 'パスワード密码です'],
    ['emoji', '🔑'.repeat(64)],
  ])('may be in %s', async (_name, password) => {
    const hash = await passwords.hash(password);
    expect(await passwords.verify(password, hash)).toBe(true);
    expect(await passwords.verify(`${password}.`, hash)).toBe(false);
  });

  it('are hashed two at a time, in the order of the requests', async () => {
    held = true;
    const done: number[] = [];
    const all = [0, 1, 2, 3].map(async (index) => {
      await passwords.verify(PASSWORD, null);
      done.push(index);
    });
    for (let index = 0; index < 4; index++) {
      await settled();
      expect(asked).toHaveLength(Math.min(index + 2, 4));
      asked[index]?.finish();
      await all[index];
      expect(done).toHaveLength(index + 1);
    }
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it('are hashed in turn for anonymous logins, known networks and signed-in callers', async () => {
    held = true;
    const done: string[] = [];
    const kinds = [...Array<'anonymous'>(6).fill('anonymous'), 'known', 'signedIn'] as const;
    const all = kinds.map(async (kind) => {
      await passwords.verify(PASSWORD, null, kind);
      done.push(kind);
    });
    while (done.length < kinds.length) {
      await settled();
      for (const { finish } of asked.splice(0)) finish();
    }
    await Promise.all(all);
    expect(done.slice(0, 5)).toEqual(expect.arrayContaining(['known', 'signedIn']));
  });

  it('of one signed-in caller do not keep those of others waiting', async () => {
    held = true;
    const done: string[] = [];
    const hash = async (id: number, name: string): Promise<void> => {
      await runInActorContext({ actor: { kind: 'key', id, name } }, () => passwords.hash(PASSWORD));
      done.push(name);
    };
    const all = [...Array.from({ length: 20 }, () => hash(1, 'many')), hash(2, 'one')];
    while (done.length < all.length) {
      await settled();
      for (const { finish } of asked.splice(0)) finish();
    }
    await Promise.all(all);
    expect(done.slice(0, 4)).toContain('one');
  });

  it('are rejected when they wait too long for their turn', async () => {
    jest.useFakeTimers();
    held = true;
    const hashes = [1, 2].map(() => passwords.hash(PASSWORD));
    const late = passwords.hash(PASSWORD);
    const refused = expect(late).rejects.toBeInstanceOf(DatabaseBusy);
    await jest.advanceTimersByTimeAsync(30_000);
    await refused;
    jest.useRealTimers();
    for (const { finish } of asked) finish();
    await Promise.all(hashes);
    expect(asked).toHaveLength(2);
    held = false;
    expect(await passwords.verify(PASSWORD, await passwords.hash(PASSWORD))).toBe(true);
  });
});

/** Lets everything continue that doesn't have to wait. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
