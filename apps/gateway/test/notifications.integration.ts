import { USER } from './callers';
import { Gateway } from './gateway';
import { MEMBER, aSessionOf, notification } from './members';
import { obliging } from './services';

describe('notifications', () => {
  let gateway: Gateway;
  const viewer = aSessionOf('viewer');
  const by = { role: 'user', keyId: MEMBER };
  beforeAll(async () => {
    gateway = await Gateway.start(obliging);
  });
  beforeEach(() => {
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  const inSession = (method: string, path: string, body?: object) =>
    gateway.call(method, `/notifications${path}`, { headers: viewer, ...(body && { body }) }, null);

  it('of a member are listed with a read marker, and those of an account without', async () => {
    const mine = await inSession('GET', '');
    expect([mine.status, mine.body]).toMatchObject([
      200,
      {
        data: {
          notifications: [
            {
              ...{ _id: notification.id, kind: 'campaign.completed', campaignName: 'Spring sale' },
              ...{ delivered: 4_812, failed: 37, actor: null, reason: null, bounceRate: null, isRead: false },
            },
          ],
        },
      },
    ]);
    const all = await gateway.call('GET', '/notifications');
    expect(all.body).toMatchObject({ data: { notifications: [{ isRead: null }] } });
    const page = { userId: USER, after: null, limit: 100 };
    expect(gateway.payloads('notification.list')).toEqual([
      { ...page, memberId: MEMBER },
      { ...page, memberId: null },
    ]);
  });

  it('are counted and marked as read for the member of the session', async () => {
    const counted = await inSession('GET', '/unread');
    expect(counted.body).toEqual({ data: { unreadNotifications: { unread: 3 } } });
    const marked = await inSession('POST', '/read', { until: notification.id });
    expect([marked.status, marked.body]).toEqual([200, { data: { markNotificationsRead: { unread: 0 } } }]);
    await inSession('POST', '/read', { ids: [notification.id] });
    expect(gateway.payloads('notification.mark-read')).toEqual([
      { userId: USER, memberId: MEMBER, until: notification.id },
      { userId: USER, memberId: MEMBER, ids: [notification.id] },
    ]);
  });

  it('have settings, of which only the given ones change', async () => {
    const read = await inSession('GET', '/settings');
    const emails = { paused: true, finished: false, bounces: true, approvals: true, comments: true };
    const settings = { language: 'en', ...emails };
    expect(read.body).toEqual({ data: { notificationSettings: settings } });
    const changed = await inSession('PATCH', '/settings', { finished: true, language: 'de' });
    expect(changed.body).toEqual({
      data: { updateNotificationSettings: { ...settings, finished: true, language: 'de' } },
    });
    expect(gateway.payloads('notification.change-settings')).toEqual([
      { by, userId: USER, memberId: MEMBER, language: 'de', emails: { finished: true } },
    ]);
  });

  it.each([
    ['POST', '/read', {}, '', 'required'],
    ['POST', '/read', { ids: [] }, 'ids', 'empty'],
    ['POST', '/read', { ids: ['x'] }, 'ids.0', 'invalid_id'],
    ['POST', '/read', { ids: Array.from({ length: 101 }, () => MEMBER) }, 'ids', 'too_many'],
    ['POST', '/read', { until: null }, 'until', 'wrong_type'],
    ['POST', '/read', { until: 'x' }, 'until', 'invalid_id'],
    ['POST', '/read', { all: true }, 'all', 'unknown_field'],
    ['PATCH', '/settings', {}, '', 'required'],
    ['PATCH', '/settings', { language: 'fr' }, 'language', 'not_allowed'],
    ['PATCH', '/settings', { finished: 'yes' }, 'finished', 'wrong_type'],
    ['PATCH', '/settings', { paused: null }, 'paused', 'wrong_type'],
  ])('refuse %s %s %j', async (method, path, body, field, code) => {
    const answer = await inSession(method, path, body);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field, code }] }]);
  });
});
