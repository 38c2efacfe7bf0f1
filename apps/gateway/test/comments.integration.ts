import { AppError } from '@carillon/contracts';
import { USER, byUser } from './callers';
import { ID } from './examples';
import { Gateway } from './gateway';
import { MEMBER, aSessionOf, comment } from './members';
import { obliging } from './services';

describe('comments on a campaign', () => {
  let gateway: Gateway;
  const approver = aSessionOf('approver');
  const viewer = aSessionOf('viewer');
  const owner = aSessionOf('owner');
  const byMember = { role: 'user', keyId: MEMBER };
  const path = `/campaigns/${ID}/comments`;
  beforeAll(async () => {
    gateway = await Gateway.start(obliging);
  });
  beforeEach(() => {
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  const write = (body: object, headers?: Record<string, string>) =>
    gateway.call('POST', path, { body, ...(headers && { headers }) }, headers ? null : undefined);
  const remove = (headers: Record<string, string>) =>
    gateway.call('DELETE', `${path}/${comment.id}`, { headers }, null);

  it('are listed for everyone who can read, oldest or newest first', async () => {
    const answer = await gateway.call('GET', `${path}?order=newest&limit=10`, { headers: viewer }, null);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        data: {
          comments: [
            {
              ...{ _id: comment.id, campaign: comment.campaignId, text: comment.text },
              author: { memberId: MEMBER, keyId: null, name: 'Ada Lovelace' },
            },
          ],
        },
      },
    ]);
    await gateway.call('GET', path);
    const query = { userId: USER, campaignId: ID, after: null };
    expect(gateway.payloads('comment.list')).toEqual([
      { ...query, newestFirst: true, limit: 10 },
      { ...query, limit: 100 },
    ]);
  });

  it('are written by programs and by members, also by approvers, without white space at the ends', async () => {
    const text = ' \n<b>Fine</b>\n\tnow \n';
    for (const headers of [undefined, approver, aSessionOf('editor')])
      expect((await write({ text }, headers)).status).toBe(201);
    const written = { userId: USER, campaignId: ID, id: expect.any(String) as string };
    const byKey = { by: byUser, memberName: null };
    const byAda = { by: byMember, memberName: 'Ada Lovelace' };
    expect(gateway.payloads('comment.create')).toEqual(
      [byKey, byAda, byAda].map((actor) => ({ ...written, actor, text: '<b>Fine</b>\n\tnow' })),
    );
  });

  it('cannot be written or deleted with the permission to read only', async () => {
    for (const answer of [await write({ text: 'Fine.' }, viewer), await remove(viewer)])
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
    expect(gateway.requests).toEqual([]);
  });

  it('of anyone can be deleted only by owners', async () => {
    await remove(owner);
    await remove(approver);
    const deleted = { userId: USER, campaignId: ID, id: comment.id, by: byMember };
    expect(gateway.payloads('comment.delete')).toEqual([
      { ...deleted, ofAnyone: true },
      { ...deleted, ofAnyone: false },
    ]);
  });

  it('of a malformed ID do not exist', async () => {
    const answer = await gateway.call('DELETE', `${path}/nonsense`);
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'comment_not_found' }]);
  });

  it.each([
    ['no text', {}, 'required'],
    ['null', { text: null }, 'wrong_type'],
    ['a list', { text: ['a'] }, 'wrong_type'],
    ['a blank text', { text: ' \n\t ' }, 'empty'],
    ['a long text', { text: 'x'.repeat(2_001) }, 'too_long'],
    ['a null character', { text: 'a\u0000b' }, 'invalid_text'],
    ['an escape sequence', { text: '\u001B[2J' }, 'control_character'],
    ['half a character', { text: '\uD83D' }, 'invalid_text'],
  ])('refuse %s', async (_, body, code) => {
    const answer = await write(body);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field: 'text', code }] }]);
  });

  it('refuse a text that fills the memory', async () => {
    expect((await write({ text: 'x'.repeat(8_000_000) })).status).toBe(413);
  });
});

it('the limit of comments is a conflict', async () => {
  const gateway = await Gateway.start({
    'comment.create': () => {
      throw new AppError('limit_reached');
    },
  });
  const answer = await gateway.call('POST', `/campaigns/${ID}/comments`, { body: { text: 'Fine.' } });
  await gateway.close();
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'limit_reached' }]);
});
