import { carillon, page } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const OTHER = '6560f0a1b2c3d4e5f6a7b8c8';
const friends = { _id: OTHER, slug: 'friends' };

/** The words as a shell would split them: by spaces, save in single quotes. */
const split = (line: string): string[] =>
  (line.match(/'[^']*'|[^ ]+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));

describe('what is asked of the API', () => {
  it.each([
    ['account', 'GET /account', ''],
    ['groups create Choir --slug choir', 'POST /groups', { name: 'Choir', slug: 'choir' }],
    [`groups rename ${ID} Chor`, `PATCH /groups/${ID}`, { name: 'Chor' }],
    [`groups remove ${ID} --yes`, `DELETE /groups/${ID}`, ''],
    [`subscribers show ${ID}`, `GET /subscribers/${ID}`, ''],
    [
      `suppressions add EMAIL a@example.com`,
      'POST /suppressions',
      { channel: 'EMAIL', identifier: 'a@example.com' },
    ],
    [`suppressions remove ${ID} ${OTHER}`, 'DELETE /suppressions', { suppressionIds: [ID, OTHER] }],
    [
      `suppressions remove ${ID} --confirm-consent`,
      'DELETE /suppressions',
      { suppressionIds: [ID], confirmConsent: true },
    ],
    [
      "keys create 'The shop' --scopes read,Write",
      'POST /api-keys',
      { name: 'The shop', scopes: ['read', 'write'] },
    ],
    [
      `keys create Fast --user ${ID} --rate 500 --burst 900`,
      `POST /operator/users/${ID}/api-keys`,
      { name: 'Fast', ratePerSecond: 500, burst: 900 },
    ],
    [`keys create First --user ${ID}`, `POST /operator/users/${ID}/api-keys`, { name: 'First' }],
    [`keys revoke ${ID} -y`, `DELETE /api-keys/${ID}`, ''],
    [`keys revoke ${ID} --user ${OTHER} -y`, `DELETE /operator/users/${OTHER}/api-keys/${ID}`, ''],
    ['users create Ann --plan upgraded', 'POST /operator/users', { name: 'Ann', plan: 'UPGRADED' }],
    [`users update ${ID} --email a@example.com`, `PATCH /operator/users/${ID}`, { email: 'a@example.com' }],
    [`users update ${ID} --no-email`, `PATCH /operator/users/${ID}`, { email: null }],
    [`users update ${ID} --name Ann`, `PATCH /operator/users/${ID}`, { name: 'Ann' }],
    [`keys show ${ID}`, `GET /api-keys/${ID}`, ''],
    [`users suspend ${ID}`, `PATCH /operator/users/${ID}`, { status: 'SUSPENDED' }],
    [`users resume ${ID}`, `PATCH /operator/users/${ID}`, { status: 'ACTIVE' }],
    [`users upgrade ${ID}`, `PATCH /operator/users/${ID}`, { plan: 'UPGRADED' }],
    [`users downgrade ${ID}`, `PATCH /operator/users/${ID}`, { plan: 'FREE' }],
    ["campaigns create Hi --sms 'Hi you'", 'POST /campaigns/create', { name: 'Hi', smsMessage: 'Hi you' }],
    [`campaigns edit ${ID} --without sms`, `PATCH /campaigns/${ID}`, { smsMessage: null }],
    [`campaigns edit ${ID} --keep-watermark`, `PATCH /campaigns/${ID}`, { shouldRemoveWatermark: false }],
    [`campaigns publish ${ID}`, 'POST /campaigns/publish', { campaignId: ID }],
    [
      `campaigns schedule ${ID} --at 2026-12-24T18:00:00Z --max-lateness 60`,
      'POST /campaigns/publish',
      { campaignId: ID, scheduledAt: '2026-12-24T18:00:00Z', maxLateness: 60 },
    ],
    [`campaigns pause ${ID}`, `POST /campaigns/${ID}/pause`, ''],
    [`campaigns cancel ${ID} --yes`, `POST /campaigns/${ID}/cancel`, ''],
    [
      `campaigns retry ${ID} --states unconfirmed --channels sms,email --reason TIMEOUT --reason BUSY`,
      `POST /campaigns/${ID}/retry`,
      { states: ['UNCONFIRMED'], channels: ['SMS', 'EMAIL'], reasons: ['TIMEOUT', 'BUSY'] },
    ],
    [`campaigns preview ${ID}`, `POST /campaigns/${ID}/preview`, { extraData: {} }],
    [
      `campaigns preview ${ID} --subscriber ${OTHER}`,
      `POST /campaigns/${ID}/preview`,
      { subscriberId: OTHER },
    ],
    [
      `campaigns test ${ID} sms +4791234567 --data name=Ann --data-json '{"name":"x","visits":3}'`,
      `POST /campaigns/${ID}/test`,
      { channel: 'SMS', identifier: '+4791234567', extraData: { name: 'Ann', visits: 3 } },
    ],
    [`campaigns remove ${ID} -y`, 'DELETE /campaigns', { campaignIds: [ID] }],
  ])('carillon %s', async (line, request, body) => {
    // A group that is named by its id is looked at first.
    const answers = line.startsWith('groups r')
      ? [{ _id: ID, slug: 'x' }]
      : [{ key: 'car_live_new', state: 'SENT' }];
    const { asked, code, stderr } = await carillon(split(line), { answers });
    expect(asked.at(-1)?.request).toBe(request);
    expect(asked.at(-1)?.body).toEqual(body);
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each([
    ['groups list', 'GET /groups?include=counts&limit=1000'],
    ['groups list --limit 5', 'GET /groups?include=counts&limit=5'],
    ['keys list', 'GET /api-keys?limit=1000'],
    [`keys list --user ${ID}`, `GET /operator/users/${ID}/api-keys?limit=1000`],
    ['users list', 'GET /operator/users?limit=1000'],
    ['audit', 'GET /account/audit?limit=1000'],
    [`audit --user ${ID}`, `GET /operator/users/${ID}/audit?limit=1000`],
    [
      'suppressions list --channel sms --reason stopped --address +47',
      'GET /suppressions?channel=SMS&reason=STOPPED&identifier=%2B47&limit=1000',
    ],
    [
      `campaigns deliveries ${ID} --state failed --limit 3`,
      `GET /campaigns/${ID}/deliveries?state=FAILED&limit=3`,
    ],
  ])('carillon %s asks for a list', async (line, request) => {
    const { asked } = await carillon(split(line), { answers: [page([])] });
    expect(asked.map((each) => each.request)).toEqual([request]);
  });

  it('takes groups by their slugs', async () => {
    const words = split("subscribers add friends email a@example.com --data 'name=A=B'");
    const { asked } = await carillon(words, { answers: [page([{ _id: ID, slug: 'a' }, friends])] });
    expect(asked[1]).toMatchObject({
      request: 'POST /subscribers',
      body: {
        integration: 'EMAIL',
        identifier: 'a@example.com',
        groupSlug: 'friends',
        extraData: { name: 'A=B' },
      },
    });
  });

  it('does nothing with a group that is not there', async () => {
    const outcome = await carillon(['groups', 'remove', 'friends', '-y'], { answers: [page([])] });
    expect(outcome).toMatchObject({ code: 1, stderr: 'carillon: There is no group with the slug friends\n' });
    expect(outcome.asked).toHaveLength(1);
  });

  it('encodes what stands in a path', async () => {
    const { asked } = await carillon(['campaigns', 'show', '../account?x=1']);
    expect(asked[0]?.request).toBe('GET /campaigns/..%2Faccount%3Fx%3D1');
  });

  it('goes through all pages of a list', async () => {
    const { asked, stdout } = await carillon(['keys', 'list', '--quiet'], {
      answers: [page([{ _id: 'a' }, { _id: 'b' }], 'next/1'), page([{ _id: 'c' }])],
    });
    expect(asked[1]?.request).toBe('GET /api-keys?limit=1000&cursor=next%2F1');
    expect(stdout).toBe('a\nb\nc\n');
  });

  it('stops at the limit', async () => {
    const { asked, stdout } = await carillon(['keys', 'list', '-q', '--limit', '2'], {
      answers: [page([{ _id: 'a' }, { _id: 'b' }], 'next')],
    });
    expect(asked).toHaveLength(1);
    expect(stdout).toBe('a\nb\n');
  });

  it("uses an operator's key for what operators do, and a user's for the rest", async () => {
    const keyOf = async (words: string) =>
      (await carillon(words.split(' '))).asked[0]?.headers.get('authorization');
    expect(await keyOf('users show x')).toBe('Bearer car_op_test');
    expect(await keyOf('campaigns show x')).toBe('Bearer car_live_test');
  });

  it('asks before it removes, and removes nothing when there is nobody to ask', async () => {
    const { code, asked, stderr } = await carillon(['campaigns', 'remove', ID]);
    expect([code, asked]).toEqual([2, []]);
    expect(stderr).toContain('say --yes');
  });
});
