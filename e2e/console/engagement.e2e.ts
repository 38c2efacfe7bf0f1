import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, until } from '../../dev/driver/api';
import { newGroup, send, subscribe, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const emailMessage =
  '<p>Hi</p><a href="https://shop.example/sale">Sale</a> <a href="https://shop.example/{{id}}">Yours</a>' +
  '<p><a href="https://shop.example/archive?a=1&amp;b=2">Archive</a></p><a href="https://shop.example/sale">All offers</a>';

describeWith('chromium', 'opens and clicks in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let person: TestPerson;
  let withoutConversions: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    person = await newPerson();
    await page.goto(opened.at('/settings'));
    await signInAs(page, person);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'are counted after they are enabled, and the report shows the people and the links',
    async () => {
      await page.getByRole('tab', { name: 'Opens and clicks' }).click();
      await page.getByRole('radio', { name: 'Off' }).and(page.locator(':checked')).waitFor();
      await page.getByRole('radio', { name: 'Per recipient' }).check();
      const { user } = person;
      await until('the setting', 60, async () => {
        const { tracking } = await data('GET', '/account/tracking', undefined, user.key);
        return (tracking as { mode: string }).mode === 'FULL';
      });
      await page.getByRole('radio', { name: 'Per recipient' }).and(page.locator(':checked')).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      const group = await newGroup(user);
      const address = `${unique('reader')}@example.com`;
      await subscribe(user, group, address, { id: 7 });
      const campaign = await send(user, [group], { name: unique('Sale'), emailMessage });
      withoutConversions = campaign;
      const mail = await until('the mail', 60, async () => (await inboxOf(address))[0] ?? null);
      const [click = ''] = /http[^"]*\/c\/[^"]*/.exec(String(mail.html)) ?? [];
      await fetch(click, { headers: { 'user-agent': firefox }, redirect: 'manual' });
      await fetch(click, { headers: { 'user-agent': 'curl/8' }, redirect: 'manual' });
      await until('the clicks', 60, async () => {
        const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
        const { clicks } = (report as { engagement: { clicks: Record<string, number> } }).engagement;
        return clicks.total === 1 && clicks.machine === 1;
      });

      await page.goto(opened.at(`/campaigns/${campaign}/report`));
      const section = page.locator('section').filter({ hasText: 'Opens and clicks' });
      await page.getByText('100% of 1 delivered email').waitFor();
      await section.getByText('Not included: 0 automated opens and 1 automated click.').waitFor();
      const [desktop, phone] = [/^Desktop/, /^Phone/].map((name) => section.getByRole('row', { name }));
      const cellsOf = async (row: typeof desktop) =>
        (await row?.locator('td').allInnerTexts())?.map((cell) => cell.trim());
      expect([await cellsOf(desktop), await cellsOf(phone)]).toEqual([
        ['Desktop', '–', '1 (100%)'],
        ['Phone', '–', '0 (0%)'],
      ]);
      const rows = section.locator('table').last().locator('tbody tr');
      await rows.nth(1).waitFor();
      const used = 'Used 2 times in the email. Clicks are counted by address, so each badge shows the sum.';
      await rows.nth(0).getByText(used).waitFor();
      const [link = '', ...counts] = await rows.nth(0).locator('td').allInnerTexts();
      expect([link.split('\n')[0], ...counts.map((count) => count.trim())]).toEqual([
        ...['https://shop.example/sale', '1', '100%', '1', '1'],
      ]);
      expect(await rows.nth(1).innerText()).toContain('Not counted');
      await rows.nth(2).getByText('No clicks').waitFor();

      // The email has a badge on each link to a web page, also on those without clicks.
      const email = page.frameLocator('iframe[title="The email with the clicks of each link"]');
      const badges = email.locator('link-badges span');
      await badges.first().waitFor();
      const [sale, yours, archive, offers] = ['1 · 100% ×2', '–', '0', '1 · 100% ×2'];
      expect((await badges.allInnerTexts()).slice(0, 4)).toEqual([sale, yours, archive, offers]);
      await email.locator('link-badges .most').nth(1).waitFor();
      await email.locator('link-badges .none').waitFor();
      const place = await badges.nth(2).boundingBox();
      const target = await email.getByText('Archive').boundingBox();
      expect(Math.abs((place?.y ?? 0) - (target?.y ?? Infinity))).toBeLessThan(40);
      await rows
        .nth(2)
        .getByRole('button', { name: /^Show in the email: / })
        .press('Enter');
      await email.locator('link-badges div').waitFor();
      await rows
        .nth(2)
        .getByRole('button', { name: /^Show in the email: /, pressed: true })
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      // A draft for the people who clicked, with a segment that matches them.
      await page.getByRole('button', { name: 'Send to people who clicked' }).click();
      await page.getByText('Draft for these people created.').waitFor();
      await page.getByRole('heading', { name: /\(follow-up\)$/ }).waitFor();
      const { segments } = await data('GET', '/segments', undefined, user.key);
      expect(segments).toMatchObject([{ conditions: { did: 'CLICKED', campaignId: campaign } }]);
      const { campaigns } = await data('GET', '/campaigns', undefined, user.key);
      const [followUp] = campaigns as { _id: string }[];
      const { campaign: draft } = await data('GET', `/campaigns/${followUp?._id}`, undefined, user.key);
      expect(draft).toMatchObject({
        ...{ status: 'DRAFT', groups: [], message: emailMessage },
        audience: { segments: [(segments as { _id: string }[])[0]?._id] },
      });
      await page.goBack();
      await rows.nth(1).waitFor();

      await page.setViewportSize({ width: 375, height: 812 });
      // The chart adapts to the window a moment later.
      expect(await isTooWide(page)).toBe(false);
      await badges.first().waitFor();

      await page.getByRole('button', { name: address }).click();
      await page.getByText('First clicked').waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    'lead to conversions after they are enabled, and the report shows their number and value',
    async () => {
      const { user } = person;
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.goto(opened.at('/settings?tab=tracking'));
      const toggle = page.getByRole('switch', { name: 'Count conversions' });
      await toggle.check();
      const pixel = page.getByLabel('Pixel for the page after an order');
      await pixel.waitFor();
      const { origin } = new URL(opened.at('/'));
      expect(await pixel.inputValue()).toContain(`<img src="${origin}/v/CLICK.gif?reference=ORDER&`);
      expect(await seriousFindings(page)).toEqual([]);
      const { tracking } = await data('GET', '/account/tracking', undefined, user.key);
      expect(tracking).toEqual({ mode: 'FULL', conversions: true });

      const group = await newGroup(user);
      const address = `${unique('buyer')}@example.com`;
      await subscribe(user, group, address);
      const campaign = await send(user, [group], { name: unique('Shop'), emailMessage });
      const mail = await until('the mail', 60, async () => (await inboxOf(address))[0] ?? null);
      const [link = ''] = /http[^"]*\/c\/[^"]*/.exec(String(mail.html)) ?? [];
      const led = await fetch(link, { headers: { 'user-agent': firefox }, redirect: 'manual' });
      const click = new URL(led.headers.get('location') ?? '').searchParams.get('carillon_click');
      const order = { click, value: '1249.90', currency: 'EUR' };
      for (const reference of ['1', '1', '2'])
        await data('POST', '/conversions', { ...order, reference }, user.key);

      await page.goto(opened.at(`/campaigns/${campaign}/report`));
      const figure = page.locator('dl > div').filter({ hasText: 'Conversions' });
      await figure.getByText('€2,499.80').waitFor();
      expect(await figure.locator('dd').first().innerText()).toBe('2');
      await page.getByRole('button', { name: address }).click();
      await page.getByText('First conversion').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(opened.at(`/campaigns/compare?ids=${campaign},${withoutConversions}`));
      const cells = (row: string) => page.getByRole('row', { name: new RegExp(`^${row}`) }).locator('td');
      await cells('Revenue').filter({ hasText: '€2,499.80' }).waitFor();
      expect((await cells('Conversions').allInnerTexts()).slice(0, 2).sort()).toEqual(['2', '–']);
      expect((await cells('Ordered').allInnerTexts()).some((text) => text.startsWith('100%'))).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await page.goto(opened.at(''));
      const trend = page.getByRole('region', { name: 'The last 90 days' });
      await trend.locator('dl > div').filter({ hasText: 'Conversions' }).getByText('€2,499.80').waitFor();
      await trend.getByText('Conversions', { exact: true }).last().click();
      await trend.getByRole('img', { name: /^Conversions in the last 90 days: 2/ }).waitFor();
      await trend.getByRole('button', { name: 'Show as table' }).click();
      await trend.getByRole('cell', { name: '€2,499.80' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(opened.at('/settings?tab=tracking'));
      await toggle.uncheck();
      await until('the setting', 60, async () => {
        const { tracking: now } = await data('GET', '/account/tracking', undefined, user.key);
        return !(now as { conversions: boolean }).conversions;
      });
      await pixel.waitFor({ state: 'detached' });
      await page.goto(opened.at('/settings?tab=audit'));
      await page.getByText('Conversions').first().waitFor();
    },
    2 * PATIENCE_MS,
  );
});
