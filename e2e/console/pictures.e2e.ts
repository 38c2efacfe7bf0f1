import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { stack } from '@carillon/stack';
import { DnsServer } from '../../dev/testing/src/dns-server';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, list, text, until } from '../../dev/driver/api';
import { type TestGroup, type TestUser, newGroup, send } from '../../dev/driver/arrange';
import { CSV, upload } from '../../dev/driver/files';
import { newPhoneUser, writeBack } from '../../dev/driver/phones';
import {
  type Console,
  PATIENCE_MS,
  isTooWide,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  signInByKey,
} from './open-console';
import { picturesFolder } from './pictures-folder';

const root = join(__dirname, '../..');

interface Subject {
  /** The name of the file. */
  name: string;
  route: string;
  /** The path, if it differs from the route. */
  path?: string;
  /** Resolves when the page shows its content. */
  sign: (page: Page) => Promise<unknown>;
}

const rows = [
  ['email', 'ann@example.com', 'Ann', 'Lisbon'],
  ['email', 'bo@example.com', 'Bo', 'Oslo'],
  ['email', 'cem@example.com', 'Cem', 'Izmir'],
  ['email', 'dora@example.com', 'Dora', 'Lisbon'],
  ['email', 'bounce+eli@example.com', 'Eli', ''],
  ['whatsapp', '+49 151 55501801', 'Fay', 'Oslo'],
  ['whatsapp', '+49 151 55501802', 'Gus', 'Izmir'],
  ['sms', '+49 151 55501803', 'Hana', ''],
  ['sms', '+49 151 55501804', 'Ivo', 'Oslo'],
];
const html = `<div style="font-family: Georgia, serif; padding: 24px; background: #fdf6e9">
  <h1 style="color: #8a4b08">Warm bread, {{name}}!</h1>
  <p>On Friday the oven in {{city|your town}} burns until late. Come by, and bring somebody along.</p>
  <p><a href="https://example.com/friday" style="color: #8a4b08">See what we bake</a></p>
</div>`;

/** Whether the page fits into a narrow window, after its layout has adapted. */
async function fitsPhone(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 375, height: 740 });
  return !(await isTooWide(page));
}

/** Adds a domain that has some of its records. */
async function addDomain(user: TestUser): Promise<void> {
  const dns = await DnsServer.start(Number(process.env.TEST_DNS_PORT));
  dns.set('TXT', '_dmarc.bakery.example', 'v=DMARC1; p=none');
  await data('POST', '/domains', { domain: 'bakery.example' }, user.key);
  await dns.stop();
}

/** A small account at work: a campaign that is sent, one on its way, one that waits for its time and a draft. */
async function atWork(): Promise<{
  person: TestPerson;
  group: TestGroup;
  campaigns: string[];
  topic: string;
  segment: string;
  form: string;
  layout: string;
}> {
  const user = await newPhoneUser();
  await data('PATCH', `/operator/users/${user.id}`, { name: 'The bakery' }, stack().operatorKey);
  const person = await newPerson('owner', user);
  await addDomain(user);
  const group = await newGroup(user, 'Friends of the bakery');
  const lines = [['channel', 'address', 'name', 'city'], ...rows].map((cells) => cells.join(','));
  const csv = lines.join('\n').replace('channel,address', 'integration,identifier');
  await upload(user, `/groups/${group.id}/import`, CSV, csv);
  const content = {
    emailMessage: html,
    whatsappMessage: '*Warm bread, {{name}}!* On Friday the oven burns until late.',
    smsMessage: 'Warm bread, {{name}}! Friday until late.',
  };
  const { key } = user;
  await until('the people', 60, async () => {
    const found = await data('GET', `/groups/${group.id}?include=counts`, undefined, key);
    return JSON.stringify(found).includes(`:${rows.length}`);
  });
  for (const [, address = '', name, city] of rows) {
    const found = await data('GET', `/people?identifier=${encodeURIComponent(address)}`, undefined, key);
    const attributes = { name, ...(city !== '' && { city }) };
    await data('PATCH', `/people/${text(list(found, 'people')[0], '_id')}`, { attributes }, key);
  }
  const sent = await send(user, [group], { name: 'Bread on Friday', ...content });
  await until('the report', 60, async () => {
    const { report } = await data('GET', `/campaigns/${sent}/report`, undefined, key);
    return JSON.stringify(report).includes('"status":"SENT"');
  });
  const comment = { text: 'Ten more people than last month. Thank you for the new photo!' };
  await data('POST', `/campaigns/${sent}/comments`, comment, key);
  await writeBack('SMS', user, '+4915155501803', 'Is the bread on Friday vegan?');
  const { hostname, port } = new URL(stack().smtpUrl);
  const settings = {
    host: hostname,
    port: Number(port),
    security: 'none',
    fromAddress: 'hello@bakery.example',
    fromName: 'The bakery',
  };
  const slow = { channel: 'EMAIL', name: 'Our own mail server', settings, ratePerSecond: 0.1 };
  await data('POST', '/integrations', slow, key);
  const sending = await send(user, [group], { name: 'Open at Christmas', ...content });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await send(user, [group], { name: 'A new rye', ...content, scheduledAt: tomorrow });
  const draft = { name: 'Summer terrace', groups: [group.id], ...content };
  const drafted = text(await data('POST', '/campaigns/create', draft, key), 'createCampaign', '_id');
  for (const [name, some] of [
    ['Newsletter', content],
    ['Short notice', { smsMessage: content.smsMessage }],
  ] as const)
    await data('POST', '/templates', { name, ...some }, key);
  const style = { background: '#fdf6e9', button: '#8a4b08', font: 'serif' };
  const blocks = [
    { type: 'heading', level: 1, html: 'The bakery', align: 'center' },
    { type: 'divider' },
    { type: 'slot' },
    { type: 'divider' },
    { type: 'text', html: '<p>The bakery, Mill Street 3, Bristol. Open from six.</p>', align: 'center' },
  ];
  const frame = { kind: 'LAYOUT', name: 'Bakery frame', emailDesign: { style, blocks } };
  const layout = text(await data('POST', '/templates', frame, key), 'createTemplate', '_id');
  const topic = { name: 'Offers', description: 'Discounts and sales, about twice a month' };
  const topicId = text(await data('POST', '/topics', topic, key), 'createTopic', '_id');
  const left = { channel: 'EMAIL', identifier: 'dan@example.com' };
  await data('POST', `/topics/${topicId}/opt-outs`, left, key);
  const isNew = { any: [{ joined: { inLastDays: 30 } }, { did: 'OPENED', inLastDays: 30 }] };
  const conditions = { all: [{ group: group.id }, { not: { channel: 'SMS' } }, isNew] };
  const segment = { name: 'New or active friends', conditions };
  const segmentId = text(await data('POST', '/segments', segment, key), 'createSegment', '_id');
  const wording = 'Send me news from the bakery twice a month. I can unsubscribe at any time.';
  const fields = [{ attribute: 'name', label: 'Your name', required: false }];
  const form = { name: 'Counter and site', group: group.id, title: 'News from the oven', wording, fields };
  const formId = text(await data('POST', '/sign-up-forms', form, key), 'createSignUpForm', '_id');
  const campaigns = [sent, sending, scheduled, drafted];
  return { person, group, campaigns, topic: topicId, segment: segmentId, form: formId, layout };
}

describeWith('chromium', 'every page of the console', () => {
  let opened: Console;
  let subjects: Subject[];
  let operatorSubjects: Subject[];

  beforeAll(async () => {
    opened = await openConsole();
    await opened.page.setViewportSize({ width: 1280, height: 860 });
    const { person, group, campaigns, topic, segment, form, layout } = await atWork();
    await opened.page.goto(opened.at(''));
    await signInAs(opened.page, person);
    const [sent = '', sending = '', , draft = ''] = campaigns;
    const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
    const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
    const mail = (page: Page) =>
      page.frameLocator('iframe').getByRole('heading', { name: 'Warm bread, Ann!' }).waitFor();
    await heading('Dashboard')(opened.page);
    const settings = (tab: string, sign: Subject['sign']): Subject => ({
      name: `settings-${tab}`,
      route: '/settings',
      path: `/settings?tab=${tab}`,
      sign,
    });
    const ann = '/people/person?identifier=ann%40example.com';
    subjects = [
      { name: 'dashboard', route: '/', sign: text('Recently sent') },
      { name: 'calendar', route: '/campaigns/calendar', sign: text('Bread on Friday') },
      { name: 'campaigns', route: '/campaigns', sign: text('A new rye') },
      { name: 'scheduled', route: '/campaigns/scheduled', sign: text('A new rye') },
      {
        name: 'comparison',
        route: '/campaigns/compare',
        path: `/campaigns/compare?ids=${sent},${sending}`,
        sign: text('of the last '),
      },
      { name: 'campaign', route: '/campaigns/$campaignId', path: `/campaigns/${draft}`, sign: mail },
      {
        name: 'gallery',
        route: '/campaigns/$campaignId',
        path: '/campaigns/new',
        sign: async (page) => {
          const gallery = page.getByRole('region', { name: 'Choose a starting point' });
          await gallery.evaluate((section) =>
            (section as unknown as { scrollIntoView: (at: object) => void }).scrollIntoView({
              block: 'center',
            }),
          );
        },
      },
      {
        name: 'report',
        route: '/campaigns/$campaignId/report',
        path: `/campaigns/${sent}/report`,
        sign: text('Delivered'),
      },
      { name: 'people', route: '/people', sign: text('Friends of the bakery') },
      { name: 'all-people', route: '/people/all', sign: text('ann@example.com') },
      {
        name: 'group',
        route: '/people/$groupId',
        path: `/people/${group.id}`,
        sign: text('ann@example.com'),
      },
      { name: 'person', route: '/people/person', path: ann, sign: text('Bread on Friday') },
      { name: 'suppressions', route: '/people/suppressions', sign: text('bounce+eli@example.com') },
      { name: 'attributes', route: '/people/attributes', sign: heading('Attributes') },
      { name: 'topics', route: '/people/topics', sign: text('Discounts and sales') },
      {
        name: 'topic',
        route: '/people/topics/$topicId',
        path: `/people/topics/${topic}`,
        sign: text('dan@example.com'),
      },
      { name: 'segments', route: '/people/segments', sign: text('7 people') },
      {
        name: 'segment',
        route: '/people/segments/$segmentId',
        path: `/people/segments/${segment}`,
        sign: text('7 people'),
      },
      { name: 'sign-up-forms', route: '/people/sign-up-forms', sign: text('News from the oven') },
      {
        name: 'sign-up-form',
        route: '/people/sign-up-forms/$formId',
        path: `/people/sign-up-forms/${form}`,
        sign: text('HTML for your site'),
      },
      { name: 'replies', route: '/people/replies', sign: text('Is the bread on Friday vegan?') },
      { name: 'erasures', route: '/people/erasures', sign: heading('Erasures') },
      {
        ...{ name: 'templates', route: '/templates' },
        sign: async (page) => {
          await page.frameLocator('.template-thumbnail iframe').getByText('Warm bread').waitFor();
          await page.locator('.template-thumbnail').getByText('Friday until late').waitFor();
        },
      },
      { name: 'layouts', route: '/templates/layouts', sign: text('Bakery frame') },
      {
        ...{ name: 'layout', route: '/templates/layouts/$layoutId' },
        path: `/templates/layouts/${layout}`,
        sign: text('Open from six.'),
      },
      { name: 'media', route: '/media', sign: heading('Media') },
      { name: 'settings', route: '/settings', sign: text('Our own mail server') },
      settings('domains', (page) => page.getByRole('table', { name: /bakery\.example/ }).waitFor()),
      settings('brand', async (page) => {
        const look = { color: '#8a4b08', font: 'serif', website: 'https://bakery.example.com/' };
        const address = 'The bakery\nMill Street 3, Bristol';
        await data('PATCH', '/account/brand', { ...look, address }, person.user.key);
        await page.reload();
        await text('Mill Street 3')(page);
        await text('Book in two clicks')(page);
      }),
      settings('numbers', text('Default country')),
      settings('tracking', text('Email tracking')),
      settings('unsubscribe', text('Unsubscribe button of mail apps')),
      settings('members', text(person.email)),
      settings('keys', text('Prefix')),
      settings('webhooks', heading('Notify your systems')),
      settings('audit', text('Campaign published')),
      settings('plan', text('Group members')),
      {
        ...{ name: 'activity', route: '/campaigns/$campaignId/report' },
        path: `/campaigns/${sent}/report?activity=true`,
        sign: text('Thank you for the new photo!'),
      },
      {
        ...{ name: 'notifications', route: '/campaigns' },
        sign: async (page) => {
          await page.getByRole('button', { name: /^Notifications/ }).click();
          await page
            .getByRole('link', { name: /finished: / })
            .first()
            .waitFor();
        },
      },
      {
        ...{ name: 'profile', route: '/profile' },
        sign: (page) => page.getByRole('switch', { name: 'Finished campaigns' }).waitFor(),
      },
    ];
    const user = `/operator/users/${person.user.id}`;
    operatorSubjects = [
      { name: 'operator', route: '/operator', sign: heading('Users') },
      { name: 'operator-user', route: '/operator/users/$userId', path: user, sign: text('Usage') },
      { name: 'operator-health', route: '/operator/health', sign: text('Batches in progress') },
      {
        name: 'operator-domains',
        route: '/operator/domains',
        sign: heading('Domains of the default sender'),
      },
      { name: 'operator-accounts', route: '/operator/provider-accounts', sign: heading('Provider accounts') },
      { name: 'operator-prices', route: '/operator/prices', sign: heading('Prices') },
      { name: 'operator-erasures', route: '/operator/erasures', sign: heading('Deletions') },
      { name: 'operator-audit', route: '/operator/audit', sign: text('Account created') },
      { name: 'operator-keys', route: '/operator/keys', sign: heading('Operator keys') },
    ];
  }, 3 * PATIENCE_MS);
  afterAll(() => opened.close());

  it('is listed here', () => {
    const router = readFileSync(join(root, 'clients/console/src/app/router.tsx'), 'utf8');
    const routes = [...router.matchAll(/ path: '([^']+)'/g)].map(([, path]) => path);
    expect(new Set([...subjects, ...operatorSubjects].map(({ route }) => route))).toEqual(new Set(routes));
    const tabs = readFileSync(join(root, 'clients/console/src/features/settings/tabs.ts'), 'utf8');
    const [, list = ''] = /settingsTabs = \[([^\]]+)\]/.exec(tabs) ?? [];
    const [first, ...others] = [...list.matchAll(/'(\w+)'/g)].map(([, tab]) => `settings-${tab ?? ''}`);
    expect([first, others.length]).toEqual(['settings-senders', 10]);
    expect(subjects.map(({ name }) => name)).toEqual(expect.arrayContaining(others));
  });

  const shown = async (pages: readonly Subject[]): Promise<void> => {
    const { page, at, faults } = opened;
    const folder = picturesFolder();
    const docs = readFileSync(join(root, 'docs/console.md'), 'utf8');
    const findings: unknown[] = [];
    for (const { name, route, path = route, sign } of pages) {
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.goto(at(path));
      await sign(page);
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
      findings.push(...(await seriousFindings(page)).map((finding) => [name, finding]));
      if (!(await fitsPhone(page))) findings.push([name, 'is too wide for a phone']);
      if (!docs.includes(`(console/${name}.png)`)) findings.push([name, 'has no picture in docs/console.md']);
    }
    expect(findings).toEqual([]);
    expect(faults.splice(0)).toEqual([]);
  };

  it(
    'of an account has a picture in the docs, is accessible, and fits a phone',
    () => shown(subjects),
    3 * PATIENCE_MS,
  );

  it(
    'of operators has a picture in the docs, is accessible, and fits a phone',
    async () => {
      const { page, at, context } = opened;
      await context.clearCookies();
      await page.evaluate('localStorage.clear()');
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.goto(at(''));
      await signInByKey(page, stack().operatorKey);
      await page.getByRole('heading', { name: 'Users' }).waitFor();
      await shown(operatorSubjects);
    },
    3 * PATIENCE_MS,
  );
});
