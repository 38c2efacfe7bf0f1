import { AppError } from '@carillon/contracts';
import type { AddMember } from '../members';
import { makeOwner } from './owner';

type NewOwner = Parameters<AddMember['add']>[1];

describe('npm run owner', () => {
  const ACCOUNT = '6560f0a1b2c3d4e5f6a7b8c9';
  const added: NewOwner[] = [];
  const addMember = (isNew: boolean): Pick<AddMember, 'add'> => ({
    add: (_, owner) => {
      added.push(owner);
      return Promise.resolve({ isNew } as Awaited<ReturnType<AddMember['add']>>);
    },
  });
  beforeEach(() => void (added.length = 0));

  it('creates an owner and returns the password, which is stored nowhere', async () => {
    const text = await makeOwner(addMember(true), [ACCOUNT, 'Ada@Mail.example.com', 'Ada', 'Lovelace']);
    const [{ password, ...owner } = { password: '' }] = added;
    expect(owner).toMatchObject({
      ...{ userId: ACCOUNT, email: 'ada@mail.example.com', name: 'Ada Lovelace', role: 'owner' },
    });
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(text).toContain(
      `ada@mail.example.com is an owner of the account and signs in with the password ${password}`,
    );
  });

  it('returns no password for a person who already has a login', async () => {
    const text = await makeOwner(addMember(false), [ACCOUNT, 'ada@mail.example.com']);
    expect(text).not.toContain(added[0]?.password);
    expect(added[0]?.name).toBe('ada@mail.example.com');
  });

  it.each([[[]], [[ACCOUNT]], [['ada', 'ada@mail.example.com']], [[ACCOUNT, 'ada']]])(
    'asks for an account and an address: %j',
    async (args) => {
      await expect(makeOwner(addMember(true), args)).rejects.toThrow('Usage: npm run owner');
      expect(added).toEqual([]);
    },
  );

  it('throws the errors of the members feature', async () => {
    const missing = { add: () => Promise.reject(new AppError('user_not_found')) };
    await expect(makeOwner(missing, [ACCOUNT, 'ada@mail.example.com'])).rejects.toThrow('user_not_found');
  });
});
