import { hash } from 'node:crypto';
import { type Group, type Payload, type Reply, type SendingProfile, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Importing } from './importing';
import { SubscriberService, code } from './subscriber-service';
import { aForm } from './signing-up';

const senderId = newId();
const profile: SendingProfile = {
  plan: 'UPGRADED',
  status: 'ACTIVE',
  routes: { EMAIL: { senderId, ratePerSecond: null, maxConnections: null }, SMS: null, WHATSAPP: null },
  senders: [],
};

describe('sign-ups', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  let mails: Payload<'sign-up.send-mail'>[];
  let reply: () => Reply<'sign-up.send-mail'>;
  beforeAll(async () => {
    service = await SubscriberService.start({
      'account.sending-profile': () => profile,
      'sign-up.send-mail': (mail) => {
        mails.push(mail);
        return reply();
      },
    });
  });
  beforeEach(async () => {
    mails = [];
    reply = () => ({ state: 'SENT', retryAfterMs: null });
    userId = newId();
    group = await service.group(userId);
  });
  afterAll(() => service.stop());

  const form = (overrides: Partial<Payload<'sign-up.create-form'>> = {}) =>
    service.messenger.request('sign-up.create-form', aForm(userId, group.id, overrides));
  const signUp = (formId: string, overrides: Partial<Payload<'sign-up.request'>> = {}) =>
    service.messenger.request('sign-up.request', {
      ...{ id: newId(), formId, address: 'ann@example.com', answers: {}, wordingVersion: 1 },
      ...{ publicUrl: 'https://news.test', ip: '192.0.2.7', userAgent: 'Browser' },
      ...overrides,
    });
  const ofUser = () => mails.filter((mail) => mail.userId === userId);
  const tokenIn = ({ recipient }: Payload<'sign-up.send-mail'>): string =>
    String(recipient.variables.confirmUrl).split('/').at(-1) ?? '';
  /** The token of the email with this number. */
  const token = async (n = 1): Promise<string> => {
    await eventually(() => ofUser().length >= n);
    const mail = ofUser()[n - 1];
    return mail ? tokenIn(mail) : '';
  };
  const confirm = (token: string) =>
    service.messenger.request('sign-up.confirm', {
      tokenHash: hash('sha256', token),
      ...{ ip: '192.0.2.8', userAgent: 'Phone' },
    });
  const members = async () => {
    const query = { userId, groupId: group.id, channel: null, after: null, limit: 10 };
    return (await service.messenger.request('subscriber.list', query)).items;
  };
  const stored = () =>
    service
      .stored('signUps')
      .find({ userId: new ObjectId(userId) })
      .toArray();
  const idle = () => eventually(async () => (await stored()).every(({ workAt }) => workAt === undefined));
  const unsubscribe = (at: Date, address = 'ann@example.com') =>
    service.messenger.request('suppression.unsubscribe', {
      ...{ userId, address, campaignId: newId(), at: at.toISOString() },
    });
  /** Moves a sign-up and its limits into the past. */
  const age = async (ms: number) => {
    const user = { userId: new ObjectId(userId) };
    for (const document of await stored()) {
      const { _id, requested, expiresAt } = document as unknown as {
        _id: ObjectId;
        requested: { at: Date };
        expiresAt: Date;
      };
      await service.stored('signUps').updateOne(
        { _id },
        {
          $set: {
            'requested.at': new Date(requested.at.getTime() - ms),
            expiresAt: new Date(expiresAt.getTime() - ms),
          },
        },
      );
    }
    for (const { _id, requests } of await service.stored('signUpAllowances').find(user).toArray())
      await service.stored('signUpAllowances').updateOne(
        { _id },
        {
          $set: {
            requests: (requests as { formId: ObjectId; at: Date }[]).map(({ formId, at }) => ({
              formId,
              at: new Date(at.getTime() - ms),
            })),
          },
        },
      );
  };

  it('make a person a member after the confirmation, with the evidence', async () => {
    const { id } = await form({
      fields: [{ attribute: 'firstName', label: 'First name', required: true }],
    });
    await signUp(id, { answers: { firstName: 'Ann' } });
    const used = await token();
    expect(await members()).toEqual([]);
    expect(ofUser()[0]).toMatchObject({
      senderId,
      content: { withoutUnsubscribeLink: true },
      recipient: { address: 'ann@example.com', variables: { firstName: 'Ann' } },
    });
    const link = { tokenHash: hash('sha256', used) };
    expect(await service.messenger.request('sign-up.read-link', link)).toMatchObject({
      ...{ address: 'ann@example.com', title: 'Choir news', wording: 'Send me the news of the choir.' },
    });
    expect(await members()).toEqual([]);
    await confirm(used);
    const [member] = await members();
    expect(member).toMatchObject({
      address: 'ann@example.com',
      consent: {
        source: 'Sign-up form: Choir news',
        wording: 'Send me the news of the choir.',
        ip: '192.0.2.8',
      },
    });
    const query = { userId, address: 'ann@example.com', externalId: null, after: null, limit: 1 };
    const { items } = await service.messenger.request('person.list', query);
    expect(items).toMatchObject([{ attributes: { firstName: 'Ann' } }]);
    expect(await stored()).toMatchObject([
      { requested: { ip: '192.0.2.7' }, confirmed: { ip: '192.0.2.8', userAgent: 'Phone' } },
    ]);
  });

  it('store only the hash of the token', async () => {
    const { id } = await form();
    await signUp(id);
    const used = await token();
    await idle();
    expect(JSON.stringify(await stored())).not.toContain(used);
    expect(Buffer.from(used, 'base64url')).toHaveLength(32);
  });

  it('are confirmed once, also by concurrent requests', async () => {
    const { id } = await form();
    await signUp(id);
    const used = await token();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(used)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of tries)
      if (each.status === 'rejected') expect(each.reason).toEqual(code('link_not_found'));
    expect(await members()).toHaveLength(1);
    const [member] = await members();
    await service.messenger.request('subscriber.delete', {
      ...{ userId, groupId: group.id, ids: [member?.id ?? ''] },
    });
    await expect(confirm(used)).rejects.toEqual(code('link_not_found'));
    expect(await members()).toEqual([]);
  });

  it('get no further email for an hour, and at most three a day', async () => {
    const { id } = await form();
    await Promise.all(Array.from({ length: 5 }, () => signUp(id)));
    await idle();
    expect(ofUser()).toHaveLength(1);
    for (const n of [2, 3]) {
      await age(3_600_001);
      await signUp(id);
      await token(n);
    }
    await age(3_600_001);
    await signUp(id);
    await idle();
    expect(ofUser()).toHaveLength(3);
    await age(86_400_000);
    await signUp(id);
    await token(4);
  });

  it('do not email members, and leave them as they are', async () => {
    const { id } = await form();
    const member = await service.member(group, { address: 'ann@example.com', extraData: { city: 'Oslo' } });
    await signUp(id);
    await eventually(async () => (await stored()).length === 0);
    expect([ofUser(), await members()]).toEqual([[], [member]]);
  });

  it.each(['BOUNCED', 'COMPLAINED'] as const)('do not email an address that is %s', async (cause) => {
    const { id } = await form();
    const about = { userId, channel: 'EMAIL' as const, at: new Date().toISOString() };
    if (cause === 'BOUNCED') {
      const refused = { ...about, addresses: ['ann@example.com'], cause, sender: null };
      await service.messenger.publish('address.refused', refused);
    } else {
      const returned = { ...about, address: 'ann@example.com', cause, campaignId: newId() };
      await service.messenger.publish('address.returned', returned);
    }
    await eventually(async () => {
      const query = { userId, channel: null, reason: null, address: null, after: null, limit: 10 };
      return (await service.messenger.request('suppression.list', query)).items.length === 1;
    });
    await signUp(id);
    await eventually(async () => (await stored()).length === 0);
    expect(ofUser()).toEqual([]);
  });

  it('lift an earlier opt-out of the person', async () => {
    const { id } = await form();
    await service.member(group, { address: 'ann@example.com' });
    await unsubscribe(new Date(Date.now() - 60_000));
    await signUp(id);
    await confirm(await token());
    expect(await service.audience(group)).toMatchObject([{ address: 'ann@example.com' }]);
    expect((await service.audience(group))[0]).not.toHaveProperty('suppressed');
  });

  it('lose against a later opt-out, even of an address that had opted out before', async () => {
    const { id } = await form();
    await unsubscribe(new Date(Date.now() - 60_000));
    await signUp(id);
    const used = await token();
    await unsubscribe(new Date(Date.now() + 1));
    await expect(confirm(used)).rejects.toEqual(code('link_not_found'));
    expect(await members()).toEqual([]);
  });

  it('expire after seven days', async () => {
    const { id } = await form();
    await signUp(id);
    const used = await token();
    await idle();
    await age(7 * 86_400_000);
    await expect(confirm(used)).rejects.toEqual(code('link_not_found'));
  });

  it('keep the wording and the group that the person saw', async () => {
    const { id } = await form();
    await signUp(id);
    const used = await token();
    const other = await service.group(userId);
    const change = { wording: 'Something else', groupId: other.id };
    const by = { role: 'user' as const, keyId: newId() };
    await service.messenger.request('sign-up.update-form', { userId, id, by, ...change });
    await confirm(used);
    const [member] = await members();
    expect(member?.consent).toMatchObject({ wording: 'Send me the news of the choir.' });
  });

  it('are refused if the person saw an earlier wording', async () => {
    const { id } = await form();
    expect(await signUp(id, { wordingVersion: 2 })).toEqual({ isOutdated: true });
    expect(await stored()).toEqual([]);
  });

  it('end with their form', async () => {
    const { id } = await form();
    await signUp(id);
    const used = await token();
    const by = { role: 'user' as const, keyId: newId() };
    await service.messenger.request('sign-up.delete-form', { userId, id, by });
    await expect(confirm(used)).rejects.toEqual(code('link_not_found'));
    await expect(signUp(id)).rejects.toEqual(code('sign_up_form_not_found'));
  });

  it('email again after a failure, and all links work until one is used', async () => {
    const { id } = await form();
    let failures = 0;
    reply = () => ({ state: failures++ === 0 ? 'RETRY' : 'SENT', retryAfterMs: null });
    await signUp(id);
    const first = await token();
    await service
      .stored('signUps')
      .updateMany({ userId: new ObjectId(userId) }, { $set: { workAt: new Date() } });
    const second = await token(2);
    expect(second).not.toBe(first);
    await confirm(first);
    await expect(confirm(second)).rejects.toEqual(code('link_not_found'));
  });

  it('finish a confirmation that a crash interrupted', async () => {
    const { id } = await form();
    await signUp(id);
    await token();
    await idle();
    const confirmed = { at: new Date(), ip: null, userAgent: null };
    await service
      .stored('signUps')
      .updateMany(
        { userId: new ObjectId(userId) },
        { $set: { confirmed, workAt: new Date(), attempts: 0 }, $unset: { tokens: '' } },
      );
    await eventually(async () => (await members()).length === 1);
    await idle();
  });

  const begin = (formId: string, overrides: Partial<Payload<'sign-up.begin'>> = {}) =>
    service.messenger.request('sign-up.begin', {
      ...{ id: newId(), userId, formId, groupSlug: group.slug, address: 'ann@example.com' },
      ...{ extraData: { city: 'Oslo' }, publicUrl: 'https://news.test' },
      ...overrides,
    });

  it('of the API add a subscriber with the announced ID, token, and data', async () => {
    const { id } = await form();
    const pending = await begin(id);
    expect(await members()).toEqual([]);
    await confirm(await token());
    const { id: subscriberId, token: subscriberToken, extraData } = pending;
    expect(await members()).toMatchObject([{ id: subscriberId, token: subscriberToken, extraData }]);
    await expect(begin(id)).rejects.toEqual(code('subscriber_exists'));
  });

  it('of the API return the open one for a repeat, without a further email', async () => {
    const { id } = await form();
    const pending = await begin(id);
    expect([await begin(id, { id: pending.id }), await begin(id)]).toEqual([pending, pending]);
    await idle();
    expect(ofUser()).toHaveLength(1);
  });

  it('of the API are refused for unknown forms, groups, and suppressed addresses', async () => {
    const { id } = await form();
    await expect(begin(newId())).rejects.toEqual(code('sign_up_form_not_found'));
    await expect(begin(id, { groupSlug: 'none' })).rejects.toEqual(code('group_not_found'));
    const by = { role: 'user' as const, keyId: newId() };
    const address = { id: newId(), userId, channel: 'EMAIL' as const, address: 'ann@example.com' };
    await service.messenger.request('suppression.create', { ...address, by });
    await expect(begin(id)).rejects.toEqual(code('address_suppressed'));
  });

  describe('that are open', () => {
    const person = { channel: 'EMAIL' as const, address: 'ann@example.com' };
    /** An open sign-up for the group, and one for another group. */
    const open = async (): Promise<string[]> => {
      const other = await service.group(userId, { name: 'Other', slug: 'other' });
      for (const [n, groupId] of [group.id, other.id].entries()) {
        await signUp((await form({ groupId })).id);
        await token(n + 1);
      }
      return ofUser().map(tokenIn);
    };
    const works = async (used = ''): Promise<boolean> => {
      const link = { tokenHash: hash('sha256', used) };
      return service.messenger.request('sign-up.read-link', link).then(
        () => true,
        () => false,
      );
    };

    it('end when the address is removed from the group', async () => {
      const [own, other] = await open();
      const { id } = await service.member(group, person);
      await service.messenger.request('subscriber.delete', { userId, groupId: group.id, ids: [id] });
      expect([await works(own), await works(other)]).toEqual([false, true]);
      await expect(confirm(own ?? '')).rejects.toEqual(code('link_not_found'));
      expect(await members()).toEqual([]);
    });

    it('end when a file removes the address from the group, also if it is not a member', async () => {
      const [own, other] = await open();
      const importing = new Importing(service, userId, group);
      await importing.run('integration,identifier\nemail,ann@example.com\n', { kind: 'REMOVE' });
      expect([await works(own), await works(other)]).toEqual([false, true]);
    });

    it('end for all groups when the person is deleted', async () => {
      const id = newId();
      await service.messenger.request('person.create', {
        userId,
        id,
        addresses: { EMAIL: [person.address] },
      });
      const [own, other] = await open();
      await service.messenger.request('person.delete', { userId, id });
      expect([await works(own), await works(other)]).toEqual([false, false]);
    });
  });

  it('are erased with the address', async () => {
    const { id } = await form();
    await signUp(id);
    await confirm(await token());
    const step = { erasureId: newId(), userId, address: 'ann@example.com', after: null };
    const times = { begunAt: new Date().toISOString(), repeatsAfterMs: 0 };
    await service.messenger.request('erasure.step-in-subscriber', { ...step, ...times });
    expect(await stored()).toEqual([]);
    const allowances = service.stored('signUpAllowances');
    expect(await allowances.countDocuments({ userId: new ObjectId(userId) })).toBe(0);
  });
});
