import { AppError, newId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import type { Users } from '../users';
import type { Members } from './members';
import type { SystemMail } from './system-mail';
import { NotifyOwners } from './notify-owners';

describe('a disabled webhook', () => {
  const disabled = {
    ...{ userId: newId(), id: newId(), url: 'https://shop.example.com/hook' },
    ...{ reason: 'FAILURES' as const, at: '2026-03-01T10:00:00.000Z' },
  };
  const send = jest.fn<Promise<void>, [{ to: string; subject: string; text: string }]>();
  let people: { role: string; email: string }[] = [];
  let account: { name: string; email: string | null } | null = null;

  const notify = (): Promise<void> => {
    const members = { page: () => Promise.resolve({ items: people, next: null }) } as unknown as Members;
    const users = { find: () => Promise.resolve(account) } as unknown as Users;
    const log = Logger.create('account', 'silent');
    return new NotifyOwners(members, users, { send } as unknown as SystemMail, log).webhookDisabled(disabled);
  };
  const recipients = (): string[] => send.mock.calls.map(([{ to }]) => to);

  beforeEach(() => {
    send.mockReset().mockResolvedValue(undefined);
    account = { name: 'Ada', email: 'ada@example.com' };
    people = [
      { role: 'owner', email: 'own@example.com' },
      { role: 'viewer', email: 'look@example.com' },
      { role: 'owner', email: 'too@example.com' },
    ];
  });

  it('is reported to the owners, with its URL and the reason', async () => {
    await notify();
    expect(recipients()).toEqual(['own@example.com', 'too@example.com']);
    expect(send.mock.calls[0]?.[0].text).toMatch(/Ada[^]*https:\/\/shop\.example\.com\/hook[^]*31 hours/);
  });

  it('is reported to all owners, even if there are more than the limit of concurrent emails', async () => {
    people = Array.from({ length: 30 }, (_, n) => ({ role: 'owner', email: `own${n}@example.com` }));
    let underWay = 0;
    let most = 0;
    send.mockImplementation(async () => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay -= 1;
    });
    await notify();
    expect([recipients().length, most]).toEqual([30, 1]);
  });

  it('is reported to the account’s address if there are no owners with a login, and not at all without an address', async () => {
    people = [];
    await notify();
    expect(recipients()).toEqual(['ada@example.com']);
    account = { name: 'Ada', email: null };
    await notify();
    account = null;
    await notify();
    expect(recipients()).toHaveLength(1);
  });

  it('is reported again if the mail server rejects all emails, but not if no mail server is configured', async () => {
    send.mockRejectedValue(new AppError('service_unavailable'));
    await expect(notify()).rejects.toThrow('No owner could be notified');
    send.mockResolvedValueOnce(undefined);
    await notify();
    send.mockRejectedValue(new AppError('mail_not_configured'));
    await notify();
  });
});
