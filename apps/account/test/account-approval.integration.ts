import { type MemberRole, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { AccountService, by, code } from './account-service';

describe('the requirement of approvals', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const change = (required: boolean, asker = by) =>
    service.messenger.request('account.change-approval', { by: asker, userId, required });
  const read = () => service.messenger.request('account.approval', { userId });
  const user = () => service.messenger.request('user.get', { id: userId });

  async function members(...roles: MemberRole[]): Promise<void> {
    const at = new Date();
    const common = { userId: new ObjectId(userId), createdAt: at, updatedAt: at };
    const documents = roles.map((role) => ({ ...common, loginId: new ObjectId(), role }));
    await service.db.collection('members').insertMany(documents);
  }

  it('is off until it is turned on, and counts the members', async () => {
    expect(await read()).toEqual({ required: false, members: 0, approvers: 0 });
    await members('owner', 'sender', 'approver', 'editor', 'viewer');
    expect(await read()).toEqual({ required: false, members: 5, approvers: 2 });
    expect(await user()).not.toHaveProperty('isApprovalRequired');
    expect(await change(true)).toEqual({ required: true, members: 5, approvers: 2 });
    expect(await read()).toMatchObject({ required: true });
    expect(await user()).toMatchObject({ isApprovalRequired: true });
    await change(false);
    expect(await user()).not.toHaveProperty('isApprovalRequired');
  });

  it('needs a second member, and can be turned off without one', async () => {
    await members('owner');
    await expect(change(true)).rejects.toEqual(code('too_few_members'));
    expect(await read()).toEqual({ required: false, members: 1, approvers: 1 });
    await members('editor');
    await change(true);
    await service.db.collection('members').deleteMany({ userId: new ObjectId(userId), role: 'editor' });
    expect(await read()).toEqual({ required: true, members: 1, approvers: 1 });
    expect(await change(true)).toMatchObject({ required: true });
    expect(await change(false)).toMatchObject({ required: false });
  });

  it('is recorded in the audit trail when it changes', async () => {
    await members('owner', 'editor');
    const asker = { role: 'user' as const, keyId: newId() };
    for (const required of [true, true, false]) await change(required, asker);
    const { items } = await service.messenger.request('audit.page', {
      ...{ userId, action: 'user.updated', since: null, until: null, after: null, limit: 100 },
    });
    expect(items.map(({ actor, changes }) => [actor, changes])).toMatchObject([
      [asker, [{ field: 'isApprovalRequired', before: false, after: true }]],
      [asker, [{ field: 'isApprovalRequired', before: true, after: false }]],
    ]);
  });

  it('exists only for accounts that exist', async () => {
    userId = newId();
    await expect(read()).rejects.toEqual(code('user_not_found'));
    await expect(change(true)).rejects.toEqual(code('user_not_found'));
  });
});
