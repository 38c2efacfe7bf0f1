import {
  type By,
  type CampaignNotice,
  type Member,
  type MemberRole,
  type NotificationSettings,
  newId,
} from '@carillon/contracts';
import { anErasureStep, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { EraseAccount } from '../src/erasures/erase-account';
import { MailNotifications } from '../src/notifications/mail-notifications';
import { AccountService, anApiKey, by, code, vault } from './account-service';
import { Mailbox } from './mailbox';

const publicUrl = 'https://carillon.example.com';

describe('notifications', () => {
  const mailbox = new Mailbox();
  let service: AccountService;
  beforeAll(async () => {
    service = await AccountService.start({
      ...{ DEFAULT_SMTP_URL: await mailbox.listen(), DEFAULT_FROM: 'hello@carillon.example' },
      PUBLIC_URL: publicUrl,
    });
  });
  afterEach(() => {
    mailbox.refuses = false;
  });
  afterAll(async () => {
    await service.stop();
    await mailbox.close();
  });

  let last = 0;
  function aMember(userId: string, role: MemberRole = 'owner', name = 'Ada'): Promise<Member> {
    const id = newId();
    return service.messenger.request('member.create', {
      ...{ by, id, userId, name, role, email: `member${last++}@mail.test` },
      password: vault.seal('correct horse battery', `member:${id}:password`),
    });
  }
  const of = ({ id }: Member): By => ({ role: 'user', keyId: id });

  const aNotice = (userId: string, changes: Partial<CampaignNotice> = {}): CampaignNotice => ({
    ...{ id: newId(), userId, campaignId: newId(), campaignName: 'Spring sale' },
    ...{ kind: 'campaign.completed', at: '2026-03-01T10:00:00.000Z' },
    ...changes,
  });
  const stored = (userId: string) =>
    service
      .seen('notifications')
      .find({ userId: new ObjectId(userId) })
      .toArray();
  /** Resolves when the notice is stored. */
  async function notify(notice: CampaignNotice): Promise<void> {
    await service.messenger.publish('campaign.noticed', notice);
    await eventually(async () =>
      (await stored(notice.userId)).some(({ noticeId }) => String(noticeId) === notice.id),
    );
  }
  const list = async (userId: string, member: Member | null) => {
    const query = { userId, memberId: member?.id ?? null, after: null, limit: 100 };
    return (await service.messenger.request('notification.list', query)).items;
  };
  const mine = ({ userId, id: memberId }: Member) => ({ userId, memberId });
  const unread = async (member: Member) =>
    (await service.messenger.request('notification.unread', mine(member))).unread;
  const mailsTo = ({ email }: Member) => mailbox.mails.filter(({ to }) => to.includes(email));
  const choose = (member: Member, emails: Partial<NotificationSettings['emails']>) =>
    service.messenger.request('notification.change-settings', { by: of(member), ...mine(member), emails });

  it('are listed newest first, page by page, with what happened', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    const grace = await aMember(userId, 'sender', 'Grace');
    await notify(aNotice(userId, { counts: { delivered: 4_812, failed: 37 } }));
    await notify(aNotice(userId, { kind: 'campaign.paused', reason: 'BOUNCE_RATE' }));
    await notify(aNotice(userId, { kind: 'campaign.paused', by: of(grace) }));
    await notify(aNotice(userId, { kind: 'campaign.bounced', rate: 0.061 }));
    const all = await list(userId, ada);
    expect(all).toMatchObject([
      { kind: 'campaign.bounced', rate: 0.061 },
      { kind: 'campaign.paused', actor: { memberId: grace.id, name: 'Grace' } },
      { kind: 'campaign.paused', reason: 'BOUNCE_RATE' },
      { campaignName: 'Spring sale', counts: { delivered: 4_812, failed: 37 }, isRead: false },
    ]);
    const page = { userId, memberId: ada.id, limit: 3 };
    const first = await service.messenger.request('notification.list', { ...page, after: null });
    const rest = await service.messenger.request('notification.list', { ...page, after: first.next });
    expect([...first.items, ...rest.items]).toEqual(all);
    expect(rest.next).toBeNull();
  });

  it('are stored once, and sent by email once, if the event is delivered again', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    const notice = aNotice(userId, { kind: 'campaign.paused', reason: 'BOUNCE_RATE' });
    await notify(notice);
    await eventually(() => mailsTo(ada).length === 1);
    await service.messenger.publish('campaign.noticed', notice);
    // Handled after the repeated one.
    await notify(aNotice(userId));
    expect(await list(userId, ada)).toHaveLength(2);
    expect(mailsTo(ada)).toHaveLength(1);
  });

  it('survive a service that crashed after it claimed an email', async () => {
    const { id: userId } = await service.user();
    const [ada, grace] = [await aMember(userId), await aMember(userId)];
    mailbox.refuses = true;
    await notify(aNotice(userId, { kind: 'campaign.paused', reason: 'COMPLAINT_RATE' }));
    const which = { userId: new ObjectId(userId) };
    await eventually(async () => (await stored(userId))[0]?.mailTries === 1);
    expect((await stored(userId))[0]).toMatchObject({ mailTo: [expect.anything(), expect.anything()] });
    // The process had sent one email, and its claim has ended.
    mailbox.refuses = false;
    await service.stored('notifications').updateOne(which, {
      $pull: { mailTo: new ObjectId(ada.id) } as never,
      $set: { mailAt: new Date(0) },
    });
    service.part(MailNotifications).nudge();
    await eventually(async () => !('mailAt' in ((await stored(userId))[0] ?? {})));
    expect(mailsTo(grace)).toHaveLength(1);
    expect(mailsTo(ada)).toEqual([]);
  });

  it('give up an email that the mail server refuses, and stay in the console', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    mailbox.refuses = true;
    await notify(aNotice(userId, { kind: 'campaign.paused' }));
    await eventually(async () => (await stored(userId))[0]?.mailTries === 1);
    const which = { userId: new ObjectId(userId) };
    await service.stored('notifications').updateOne(which, { $set: { mailTries: 4, mailAt: new Date(0) } });
    service.part(MailNotifications).nudge();
    await eventually(async () => !('mailAt' in ((await stored(userId))[0] ?? {})));
    expect((await stored(userId))[0]).not.toHaveProperty('mailTo');
    expect(await list(userId, ada)).toHaveLength(1);
  });

  it('are also sent by email to members who want that, except the one who acted, in their language and with links', async () => {
    const { id: userId } = await service.user({ name: 'Analytical Ltd' });
    const [ada, grace, joan] = [
      await aMember(userId),
      await aMember(userId, 'sender', 'Grace'),
      await aMember(userId, 'viewer'),
    ];
    await service.messenger.request('notification.change-settings', {
      ...{ by: of(ada), ...mine(ada), language: 'de', emails: { finished: true } },
    });
    await choose(joan, { paused: false });
    const finished = aNotice(userId, { counts: { delivered: 4_812, failed: 37 } });
    await notify(finished);
    await notify(aNotice(userId, { kind: 'campaign.paused', by: of(grace), campaignName: 'Sale' }));
    await eventually(() => mailsTo(ada).length === 2);
    const [about] = mailsTo(ada);
    expect(about?.subject).toBe('Spring sale ist abgeschlossen: 4.812 zugestellt, 37 fehlgeschlagen');
    expect(about?.text).toContain(`${publicUrl}/console/campaigns/${finished.campaignId}/report`);
    expect(about?.text).toContain('Konto: Analytical Ltd');
    expect(about?.text).toContain(`${publicUrl}/console/profile`);
    expect(mailsTo(ada)[1]?.subject).toBe('Grace hat Sale angehalten');
    expect(await list(userId, grace)).toMatchObject([{ kind: 'campaign.completed' }]);
    expect([...mailsTo(grace), ...mailsTo(joan)]).toEqual([]);
  });

  it('are sent by email for at most fifty events an hour', async () => {
    const { id: userId } = await service.user();
    await aMember(userId);
    const earlier = Array.from({ length: 50 }, () => ({
      ...{ _id: new ObjectId(), noticeId: new ObjectId(), userId: new ObjectId(userId), isMailed: true },
      ...{ campaignId: new ObjectId(), campaignName: 'Sale', kind: 'campaign.paused' },
      ...{ at: new Date(), createdAt: new Date() },
    }));
    await service.stored('notifications').insertMany(earlier);
    const notice = aNotice(userId, { kind: 'campaign.paused' });
    await notify(notice);
    const one = (await stored(userId)).find(({ noticeId }) => String(noticeId) === notice.id);
    expect(one).not.toHaveProperty('mailTo');
  });

  it('of approvals reach approvers, and then the member who asked', async () => {
    const { id: userId } = await service.user();
    const [ada, grace, joan] = [
      await aMember(userId, 'sender', 'Ada'),
      await aMember(userId, 'approver', 'Grace'),
      await aMember(userId, 'editor'),
    ];
    await notify(aNotice(userId, { kind: 'campaign.approval_requested', by: of(ada) }));
    await notify(aNotice(userId, { kind: 'campaign.approved', by: of(grace), requestedBy: of(ada) }));
    expect(await list(userId, grace)).toMatchObject([
      { kind: 'campaign.approval_requested', actor: { name: 'Ada' } },
    ]);
    expect(await list(userId, ada)).toMatchObject([{ kind: 'campaign.approved', actor: { name: 'Grace' } }]);
    expect(await list(userId, joan)).toEqual([]);
    expect(await list(userId, null)).toMatchObject([{ isRead: null }, { isRead: null }]);
    await eventually(() => mailsTo(grace).length === 1 && mailsTo(ada).length === 1);
    expect(mailsTo(grace)[0]?.subject).toBe('Ada asks for approval of Spring sale');
  });

  it('go to all members if a key asked, and to nobody if the member who asked left', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    const apiKey = anApiKey(userId);
    await service.messenger.request('api-key.create', apiKey);
    const rejected = { kind: 'campaign.rejected' as const, by: of(await aMember(userId)) };
    const nobody: By = { role: 'user', keyId: newId() };
    await service.messenger.publish(
      'campaign.noticed',
      aNotice(userId, { ...rejected, requestedBy: nobody }),
    );
    await notify(aNotice(userId, { ...rejected, requestedBy: { role: 'user', keyId: apiKey.id } }));
    expect(await list(userId, ada)).toHaveLength(1);
  });

  it('of comments reach the participants, and quote the comment only in their emails', async () => {
    const { id: userId } = await service.user();
    const [ada, grace, joan] = [
      await aMember(userId),
      await aMember(userId, 'editor', 'Grace'),
      await aMember(userId),
    ];
    await choose(joan, { comments: false });
    const comment = aNotice(userId, {
      ...{ kind: 'campaign.commented', by: of(grace), quote: '<b>Bold</b>\r\n.\nFrom: nobody' },
      // Grace wrote it, and one participant left.
      participants: [ada.id, grace.id, joan.id, newId()],
    });
    await notify(comment);
    await notify(aNotice(userId, { kind: 'campaign.commented', by: of(ada), participants: [grace.id] }));
    await eventually(() => mailsTo(ada).length === 1 && mailsTo(grace).length === 1);
    const [mail] = mailsTo(ada);
    expect(mail?.subject).toBe('Grace commented on Spring sale');
    expect(mail?.text).toContain('\n\n> <b>Bold</b>\n> .\n> From: nobody\n\n');
    expect(mail?.text).toContain(`${publicUrl}/console/campaigns/${comment.campaignId}?activity=true`);
    expect(mailsTo(joan)).toEqual([]);
    const commented = { kind: 'campaign.commented', actor: { name: 'Grace' } };
    expect(await list(userId, ada)).toMatchObject([commented]);
    expect(await list(userId, joan)).toMatchObject([commented]);
    expect(await list(userId, grace)).toMatchObject([{ actor: { name: 'Ada' } }]);
    await eventually(async () => (await stored(userId)).every((each) => !('quote' in each)));
  });

  it('of comments are not stored if all participants left', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    const left = aNotice(userId, { kind: 'campaign.commented', participants: [newId()], quote: 'Fine.' });
    await service.messenger.publish('campaign.noticed', left);
    await notify(aNotice(userId));
    expect(await list(userId, ada)).toHaveLength(1);
  });

  it('are read one by one, or all up to one', async () => {
    const { id: userId } = await service.user();
    const [ada, grace] = [await aMember(userId), await aMember(userId)];
    for (let n = 0; n < 3; n += 1) await notify(aNotice(userId));
    expect(await unread(ada)).toBe(3);
    const [third, second] = await list(userId, ada);
    const read = (fields: { ids?: string[]; until?: string }) =>
      service.messenger.request('notification.mark-read', { ...mine(ada), ...fields });
    expect(await read({ ids: [third?.id ?? ''] })).toEqual({ unread: 2 });
    expect(await read({ until: second?.id ?? '' })).toEqual({ unread: 0 });
    expect((await list(userId, ada)).every(({ isRead }) => isRead)).toBe(true);
    await notify(aNotice(userId));
    expect([await unread(ada), await unread(grace)]).toEqual([1, 4]);
  });

  it('of the time before a member joined count as read', async () => {
    const { id: userId } = await service.user();
    await notify(aNotice(userId));
    const [first] = await stored(userId);
    const notifications = service.stored('notifications');
    await notifications.deleteMany({ userId: new ObjectId(userId) });
    // The time of an ID has a resolution of a second.
    await notifications.insertOne({ ...first, _id: ObjectId.createFromTime(1_600_000_000) });
    const ada = await aMember(userId);
    expect(await unread(ada)).toBe(0);
    expect(await list(userId, ada)).toMatchObject([{ isRead: true }]);
  });

  it('have settings with defaults, whose changes are in the audit trail', async () => {
    const { id: userId } = await service.user();
    const ada = await aMember(userId);
    expect(await service.messenger.request('notification.settings', mine(ada))).toEqual({
      language: 'en',
      emails: { paused: true, finished: false, bounces: true, approvals: true, comments: true },
    });
    const changed = await choose(ada, { finished: true });
    expect(changed).toEqual({
      language: 'en',
      emails: { paused: true, finished: true, bounces: true, approvals: true, comments: true },
    });
    await choose(ada, { finished: true });
    const query = {
      userId,
      action: 'member.updated' as const,
      since: null,
      until: null,
      after: null,
      limit: 9,
    };
    expect((await service.messenger.request('audit.page', query)).items).toMatchObject([
      {
        actor: { member: { id: ada.id } },
        target: { type: 'member', id: ada.id },
        changes: [{ field: 'notifications.finished', before: false, after: true }],
      },
    ]);
    const nobody = { userId, memberId: newId() };
    await expect(service.messenger.request('notification.settings', nobody)).rejects.toEqual(
      code('member_not_found'),
    );
  });

  it('are removed with the account, and late events of a deleted account are dropped', async () => {
    const { id: userId } = await service.user();
    await notify(aNotice(userId));
    await service.part(EraseAccount).erase({ ...anErasureStep(), userId, address: null });
    expect(await stored(userId)).toEqual([]);
    const { id: other } = await service.user();
    const nobody = newId();
    await service.messenger.publish('campaign.noticed', aNotice(nobody));
    await notify(aNotice(other));
    expect(await stored(nobody)).toEqual([]);
  });
});
