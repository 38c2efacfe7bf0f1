import { carillon, page } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const group = (n: number) => ({
  _id: `${n}`,
  slug: `s${n}`,
  name: `Group ${n}`,
  counts: { total: n, EMAIL: n, WHATSAPP: 0, SMS: 0 },
});

describe('the output', () => {
  it('is a table for people', async () => {
    const { stdout } = await carillon(['groups', 'list'], { answers: [page([group(1), group(1200)])] });
    expect(stdout).toBe(`ID    SLUG   NAME        MEMBERS  EMAIL  WHATSAPP  SMS
1     s1     Group 1           1      1         0    0
1200  s1200  Group 1200    1,200  1,200         0    0
`);
  });

  it('is a table of the quotas and their usage', async () => {
    const answers = [{ subscribers: { used: 1200, limit: 2_000_000 }, groups: { used: 3, limit: null } }];
    const { stdout } = await carillon(['usage'], { answers });
    expect(stdout).toBe(`QUOTA         USED      LIMIT
subscribers  1,200  2,000,000
groups           3          -
`);
  });

  it('is one JSON document for scripts, with all pages', async () => {
    const answers = [page([group(1), group(2)], 'more'), page([group(3)])];
    const { stdout } = await carillon(['groups', 'list', '--json'], { answers });
    expect(JSON.parse(stdout)).toEqual([group(1), group(2), group(3)]);
  });

  it.each([
    ['--json', '[]\n', ''],
    ['--quiet', '', ''],
    ['--limit=3', '', 'No results.\n'],
  ])('reports an empty list: %s', async (form, stdout, stderr) => {
    expect(await carillon(['keys', 'list', form], { answers: [page([])] })).toMatchObject({
      stdout,
      stderr,
      code: 0,
    });
  });

  it('is only an ID, a new key, or nothing', async () => {
    const quiet = async (command: string, answer: object) =>
      (await carillon([...command.split(' '), '-q'], { answers: [answer] })).stdout;
    expect(await quiet('groups create x', { _id: ID })).toBe(`${ID}\n`);
    expect(await quiet('keys create x', { _id: ID, key: 'car_live_new' })).toBe('car_live_new\n');
    expect(await quiet('campaigns remove x y --yes', { deletedCount: 2, ids: ['x', 'y'] })).toBe('x\ny\n');
    expect(await quiet('campaigns remove x --yes', { deletedCount: 0, ids: [] })).toBe('');
    expect(await quiet('campaigns report x', { campaignId: 'x' })).toBe('');
  });

  it('is never complete JSON if the list was interrupted', async () => {
    const { stdout, code } = await carillon(['keys', 'list', '--json'], {
      answers: [page([group(1)], 'more'), new Response('{"data":{"li')],
    });
    expect(code).toBe(3);
    expect(() => JSON.parse(stdout) as unknown).toThrow();
  });

  it('is safe for a terminal', async () => {
    const { stdout } = await carillon(['groups', 'show', ID], {
      answers: [{ _id: ID }, { name: '\u001b[31mred' }],
    });
    expect(stdout).toBe('name  \\u{1b}[31mred\n');
  });

  it('shortens a long value in a terminal, but not elsewhere', async () => {
    const answers = [{ _id: ID, message: 'x'.repeat(5_000) }];
    const { stdout } = await carillon(['campaigns', 'show', ID], { answers: [...answers], columns: 80 });
    expect(stdout.split('\n')[1]).toHaveLength(400);
    expect((await carillon(['campaigns', 'show', ID], { answers })).stdout.length).toBeGreaterThan(5_000);
  });

  it('names the groups of a campaign, including deleted ones, and contains only their IDs as JSON', async () => {
    const campaign = { _id: ID, groups: ['b', 'a', 'c'] };
    const answers = () => [
      campaign,
      page([{ _id: 'a', name: 'Friends' }]),
      page([{ _id: 'b', name: 'Choir' }]),
    ];
    const { stdout } = await carillon(['campaigns', 'show', ID], { answers: answers() });
    expect(stdout).toMatch(/^groups +Choir \(deleted, b\), Friends \(a\), c$/m);
    const json = await carillon(['campaigns', 'show', ID, '--json'], { answers: answers() });
    expect(JSON.parse(json.stdout)).toEqual(campaign);
  });

  it('is the preview of each channel', async () => {
    const preview = {
      EMAIL: { subject: 'Hi Ann', html: '<p>Hi</p>', text: 'Hi\nAnn' },
      WHATSAPP: null,
      SMS: { text: 'Hi', encoding: 'GSM-7', segments: 1 },
      missingKeys: ['city'],
      unquotedKeys: ['link'],
    };
    const { stdout } = await carillon(['campaigns', 'preview', ID], { answers: [preview] });
    expect(stdout).toBe(
      '── EMAIL\nSubject: Hi Ann\n\nHi\nAnn\n\n── SMS, 1 segment of GSM-7\nHi\n\nMissing values: city\nNot in quotes: link\n',
    );
  });

  it('is a rehearsal: who gets the message, who does not and why, and the problems', async () => {
    const mary = { personId: ID, subscriberId: ID, identifier: 'mary@example.com', name: 'Mary' };
    const bob = { ...mary, identifier: 'bob@example.com', name: null };
    const rehearsal = {
      campaignId: ID,
      asOf: '2026-03-01T10:00:00.000Z',
      isComplete: true,
      total: 1_242,
      reached: 1_201,
      channels: {
        EMAIL: {
          total: 1_240,
          reached: 1_200,
          unreached: [{ state: 'SKIPPED', reason: 'SUPPRESSED', count: 40, people: [mary, bob] }],
          ratePerSecond: 33.333,
          rateSource: 'RECENT_CAMPAIGN',
        },
        SMS: {
          total: 2,
          reached: 1,
          unreached: [{ state: 'FAILED', reason: 'EMPTY_MESSAGE', count: 1, people: [] }],
          ratePerSecond: null,
          rateSource: null,
        },
      },
      missing: [{ channel: 'EMAIL', key: 'city', count: 7, people: [bob] }],
      sms: { segments: 2, longest: 2 },
      outsideWindow: 1_500,
      runningCampaigns: { used: 2, limit: 2 },
      problems: [
        {
          code: 'campaign_groups_missing',
          detail: 'Groups are missing',
          errors: [{ field: 'groups.0', code: 'not_found', detail: 'Group x does not exist' }],
        },
      ],
      estimatedEndAt: null,
      endUnknown: 'RATE_UNKNOWN',
    };
    const answers = [{ ...rehearsal, isComplete: false, total: 900 }, rehearsal];
    const { stdout, stderr, code } = await carillon(['campaigns', 'rehearse', ID], { answers });
    expect(stderr).toContain('Still counting: 900 addresses so far\n');
    expect(code).toBe(4);
    expect(stdout).toBe(`1,201 of 1,242 addresses get the message, as of 2026-03-01 10:00:00Z

CHANNEL  GET IT  DON'T  TOTAL  PER SECOND
EMAIL     1,200     40  1,240        33.3
SMS           1      1      2           -

CHANNEL  STATE    REASON         ADDRESSES  FOR EXAMPLE
EMAIL    SKIPPED  SUPPRESSED            40  Mary <mary@example.com>, bob@example.com
SMS      FAILED   EMPTY_MESSAGE          1

No value for city (EMAIL): 7, for example bob@example.com
SMS segments: 2 in total, 2 for the longest SMS
WhatsApp refuses free text to 1,500, who sent you no message in 24 hours.
2 of 2 campaigns are running. The campaign waits until one of them ends.
The end is unknown, because a sender has no limit per second, and no recent campaign shows its rate.
Problem: Groups are missing
  groups.0: Group x does not exist
`);
  });

  it('is the findings of a check, with their places', async () => {
    const finding = {
      ...{ code: 'LINK_WITHOUT_TARGET', severity: 'error', channel: 'EMAIL', field: 'emailMessage' },
      ...{ source: null, detail: '12 links lead nowhere.', count: 12 },
      ...{ places: [{ line: 1_200, element: '<a href="#">' }], people: null, measured: null, limit: null },
    };
    const preheader = { ...finding, code: 'PREHEADER_MISSING', severity: 'info', field: 'preheader' };
    const note = { ...preheader, detail: 'The email has no preview text.', count: 1, places: [] };
    const checks = { campaignId: ID, recipients: null, isComplete: true, findings: [finding, note] };
    const { stdout, code } = await carillon(['campaigns', 'check', ID], { answers: [checks] });
    expect(stdout).toBe(`error: emailMessage: LINK_WITHOUT_TARGET
  12 links lead nowhere.
  line 1,200: <a href="#">
  and 11 more

info: preheader: PREHEADER_MISSING
  The email has no preview text.

The campaign has no groups or segments, so no values were checked.
`);
    expect(code).toBe(0);
    const strict = await carillon(['campaigns', 'check', ID, '--strict'], { answers: [checks] });
    expect(strict).toMatchObject({ code: 1, stderr: expect.stringContaining('found an error') as unknown });
  });

  it('is a check without errors, of some recipients', async () => {
    const checks = { campaignId: ID, recipients: { EMAIL: 20_000 }, isComplete: false, findings: [] };
    const { stdout, code } = await carillon(['campaigns', 'check', ID, '--strict'], { answers: [checks] });
    expect(stdout).toBe('No problems found.\nOnly some of the recipients were checked for values.\n');
    expect(code).toBe(0);
  });

  it('is a rehearsal without problems', async () => {
    const rehearsal = {
      ...{ asOf: '2026-03-01T10:00:00.000Z', isComplete: true, total: 1, reached: 1, channels: {} },
      ...{ missing: [], sms: null, runningCampaigns: { used: 0, limit: null }, problems: [] },
      ...{ estimatedEndAt: '2026-03-01T10:00:01.000Z', endUnknown: null },
    };
    const { stdout, code } = await carillon(['campaigns', 'rehearse', ID], { answers: [rehearsal] });
    expect(stdout).toContain('Estimated end: 2026-03-01 10:00:01Z\n');
    expect(code).toBe(0);
  });

  it('is the decision about a person, and what led to it', async () => {
    const clause = { depth: 0, operator: null, condition: { country: ['SE'] }, value: 'NO' };
    const explanation = {
      ...{ result: 'TOPIC_OPTED_OUT', summary: 'The person left the topic.', person: null },
      ...{ asOf: '2026-03-01T10:00:00.000Z', plannedAt: '2026-03-01T10:00:01.000Z' },
      groups: [{ _id: ID, name: 'Friends', outcome: true, mayHaveChanged: false, memberships: [] }],
      segments: [
        {
          ...{ _id: ID, name: null, outcome: false, mayHaveChanged: true },
          clauses: [
            { ...clause, operator: 'any', condition: null, outcome: false, mayHaveChanged: false },
            { ...clause, depth: 1, outcome: false, mayHaveChanged: true },
          ],
        },
      ],
      excludeGroups: [{ _id: ID, name: null, outcome: null, mayHaveChanged: true }],
      excludeSegments: [],
      topic: {
        name: 'Offers',
        optOuts: [{ identifier: 'ann@example.com', createdAt: '2026-02-01T10:00:00.000Z', applied: true }],
      },
      deliveries: [{ channel: 'EMAIL', identifier: 'ann@example.com', state: 'SKIPPED' }],
    };
    const command = ['campaigns', 'explain', ID, '--identifier', 'ann@example.com'];
    const { stdout } = await carillon(command, { answers: [explanation] });
    expect(stdout).toBe(`TOPIC_OPTED_OUT: The person left the topic.

as of    2026-03-01 10:00:00Z
planned  2026-03-01 10:00:01Z
person   -

group Friends: yes

segment ${ID}: no, may have changed since
  any: no
    {"country":["SE"]} (has "NO"): no, may have changed since

excluded group ${ID}: unknown, may have changed since

left the topic Offers on 2026-02-01 10:00:00Z with ann@example.com (in force)

CHANNEL  IDENTIFIER       STATE    REASON  CODE  ATTEMPTS  UPDATED
EMAIL    ann@example.com  SKIPPED  -       -            -  -
`);
    const deliveries = [{ ...explanation.deliveries[0], translation: 'pt-BR' }];
    const translated = await carillon(command, { answers: [{ ...explanation, deliveries }] });
    expect(translated.stdout).toMatch(/ LANGUAGE\n.* pt-BR\n$/);
    const neither = await carillon(['campaigns', 'explain', ID], { answers: [] });
    expect([neither.code, neither.stderr]).toEqual([2, expect.stringContaining('--identifier or --person')]);
  });

  it('shows who changed what', async () => {
    const entry = {
      _id: '1',
      at: '2026-03-01T10:00:00.000Z',
      actor: { role: 'operator', keyName: 'bootstrap', keyPrefix: null },
      action: 'user.updated',
      target: { type: 'user', _id: ID, name: 'Ann' },
      changes: [{ field: 'plan', before: 'FREE', after: 'UPGRADED' }],
    };
    const { stdout } = await carillon(['audit'], { answers: [page([entry])] });
    expect(stdout.split('\n')[1]).toBe(
      '2026-03-01 10:00:00Z  user.updated  operator, bootstrap  user Ann  plan: FREE → UPGRADED',
    );
  });

  it('comes with exit code 4 when a test was not sent', async () => {
    const command = ['campaigns', 'test', ID, 'sms', '+4791234567'];
    expect((await carillon(command, { answers: [{ _id: ID, state: 'FAILED' }] })).code).toBe(4);
    expect((await carillon(command, { answers: [{ _id: ID, state: 'SENT' }] })).code).toBe(0);
  });

  it('comes with exit code 4 when a key was created and the response was lost', async () => {
    const { code, stderr } = await carillon(['keys', 'create', 'x'], { answers: [{ _id: ID }] });
    expect(code).toBe(4);
    expect(stderr).toContain('Revoke it');
  });

  it('comes with exit code 4 when a provider refuses', async () => {
    const answers = [page([{ _id: ID }]), { ok: false, reason: 'BAD_LOGIN' }];
    const { code, stdout, requests } = await carillon(['integrations', 'test', 'email'], { answers });
    expect(requests.map(({ request }) => request)).toEqual([
      'GET /integrations?channel=EMAIL&limit=1000',
      `POST /integrations/${ID}/test`,
    ]);
    expect(code).toBe(4);
    expect(stdout).toContain('BAD_LOGIN');
  });
});
