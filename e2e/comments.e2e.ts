import { stack } from '@carillon/stack';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import { newUser, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';

jest.setTimeout(120_000);

const WAIT_S = 60;

interface Member {
  id: string;
  email: string;
  /** Sends a request in the session of the member. */
  ask: (method: string, path: string, body?: object) => Promise<{ status: number; data: Json }>;
}

describe('comments on a campaign', () => {
  let key: string;
  let ada: Member;
  let grace: Member;
  let viewer: Member;
  let campaign: string;

  async function newMember(account: string, name: string, role: string): Promise<Member> {
    const email = `${unique(name)}@example.com`;
    const person = { email, password: `${email} has a password` };
    const made = await data(
      'POST',
      `/operator/users/${account}/members`,
      { ...person, name, role },
      stack().operatorKey,
    );
    const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${stack().gatewayUrl}/api/v1${path}`, {
        ...{ method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } },
        ...(body && { body: JSON.stringify(body) }),
      });
    const opened = await send('POST', '/sessions', {}, person);
    const [cookie = ''] = opened.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const session = {
      cookie,
      'x-csrf-token': text(await opened.json(), 'data', 'createSession', 'csrfToken'),
    };
    return {
      ...{ id: text(made, 'createMember', '_id'), email },
      ask: async (method, path, body) => {
        const answer = await send(method, path, session, body);
        const { data: answered = {} } = (await answer.json()) as { data?: Json };
        return { status: answer.status, data: answered };
      },
    };
  }

  beforeAll(async () => {
    const user = await newUser('UPGRADED');
    ({ key } = user);
    ada = await newMember(user.id, 'Ada', 'editor');
    grace = await newMember(user.id, 'Grace', 'approver');
    viewer = await newMember(user.id, 'Joan', 'viewer');
    const drafted = await ada.ask('POST', '/campaigns/drafts', {
      name: 'Spring sale',
      emailMessage: '<p>Hello</p>',
    });
    campaign = text(drafted.data, 'createDraft', '_id');
  });

  const write = (member: Member, comment: string) =>
    member.ask('POST', `/campaigns/${campaign}/comments`, { text: comment });
  const unread = async (member: Member): Promise<unknown> =>
    (await member.ask('GET', '/notifications/unread')).data.unreadNotifications;
  const isNotified = (member: Member) =>
    until('the notification', WAIT_S, async () => JSON.stringify(await unread(member)) === '{"unread":1}');
  const comments = async (member: Member) =>
    list((await member.ask('GET', `/campaigns/${campaign}/comments`)).data, 'comments');

  it('notify the member who created it, and then those who commented, in the list and by email', async () => {
    expect((await write(grace, ' <script>alert(1)</script>\nPlease check. ')).status).toBe(201);
    await isNotified(ada);
    const [notification] = list((await ada.ask('GET', '/notifications')).data, 'notifications');
    expect(notification).toMatchObject({
      ...{ kind: 'campaign.commented', campaign, campaignName: 'Spring sale' },
      actor: { memberId: grace.id, name: 'Grace' },
    });
    const mail = await until('the email to Ada', WAIT_S, async () => (await inboxOf(ada.email))[0]);
    expect(mail.subject).toBe('Grace commented on Spring sale');
    expect(JSON.stringify(mail)).toContain('> <script>alert(1)</script>');
    expect((await write(ada, 'Done.')).status).toBe(201);
    await isNotified(grace);
    expect(await unread(viewer)).toEqual({ unread: 0 });
    expect((await comments(viewer)).map(({ text: written, author }) => [written, author])).toMatchObject([
      ['<script>alert(1)</script>\nPlease check.', { memberId: grace.id, name: 'Grace' }],
      ['Done.', { memberId: ada.id, name: 'Ada' }],
    ]);
  });

  it('can be written and deleted only with the permission', async () => {
    expect((await write(viewer, 'Me too.')).status).toBe(403);
    const [first, second] = await comments(ada);
    const remove = (member: Member, comment: Json | undefined) =>
      member.ask('DELETE', `/campaigns/${campaign}/comments/${text(comment, '_id')}`);
    expect((await remove(ada, first)).status).toBe(403);
    expect((await remove(ada, second)).status).toBe(200);
    const path = `/campaigns/${campaign}/comments`;
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', path, { text: 'A stranger' })).status).toBe(404);
    const byKey = await data('POST', path, { text: 'Build 7 is ready.' }, key);
    expect(byKey.createComment).toMatchObject({ author: { memberId: null, name: 'test' } });
  });

  it('are in the audit trail of their campaign, without their text', async () => {
    const read = async () =>
      list(await data('GET', `/account/audit?target=${campaign}`, undefined, key), 'auditEntries');
    const actions = [
      'campaign.commented',
      'campaign.commented',
      'campaign.comment_deleted',
      'campaign.commented',
    ];
    const entries = await until('the entries', WAIT_S, async () => {
      const found = await read();
      return found.length === actions.length ? found : null;
    });
    expect(entries.map(({ action }) => action)).toEqual(actions);
    expect(JSON.stringify(entries)).not.toContain('Please check');
  });

  it('are gone with their campaign', async () => {
    await data('DELETE', '/campaigns', { campaignIds: [campaign] }, key);
    expect((await ada.ask('GET', `/campaigns/${campaign}/comments`)).status).toBe(404);
  });
});
