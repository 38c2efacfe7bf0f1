import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
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

describeWith('chromium', 'layouts of emails', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;
  let campaign: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson();
    await page.goto(opened.at('/templates'));
    await signInAs(page, person);
    await page.getByRole('link', { name: 'Layouts' }).click();
    await page.getByRole('heading', { name: 'Create your first layout' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const frames = () => page.locator('.design-editor .design-frame');
  const slot = () => page.getByRole('group', { name: /^Content, block/ });
  const layouts = async (): Promise<Json[]> =>
    (await data('GET', '/templates?kind=LAYOUT', undefined, person.user.key)).templates as Json[];
  const read = async (): Promise<Json> =>
    (await data('GET', `/campaigns/${campaign}`, undefined, person.user.key)).campaign as Json;
  /** Writes a text in a new block at the selected place. */
  const write = async (words: string): Promise<void> => {
    await button('Add: Text').click();
    await page.locator('[contenteditable=true]:focus').waitFor();
    await page.keyboard.type(words);
  };

  it(
    'are made around a place for the content, with the keyboard',
    async () => {
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'New layout' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Company frame');
      await slot().focus();
      await page.keyboard.press('Delete');
      expect(await button('Remove').count()).toBe(0);
      expect(await button('Duplicate').count()).toBe(0);
      await write('Imprint of the choir');
      await write('Choir of the valley');
      await page.getByRole('group', { name: /^Text, block 3/ }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('Text moved to position 1 of 3.').waitFor({ state: 'attached' });
      await button('Add: Columns').click();
      await slot().focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('Content moved to position 1 of 4.').waitFor({ state: 'attached' });
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      expect(await frames().count()).toBe(3);
      expect(await seriousFindings(page)).toEqual([]);
      await button('Save').click();
      await page.getByText('Layout saved. Choose it').waitFor();
      await page.getByRole('heading', { name: 'Company frame' }).waitFor();
      expect(await layouts()).toMatchObject([{ name: 'Company frame', version: 1 }]);

      await page.getByRole('link', { name: 'Layouts', exact: true }).click();
      await button('Use: Company frame').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button('Use: Company frame').click();
      await page.locator('.design-layout', { hasText: 'Choir of the valley' }).waitFor();
      const begun = /campaigns\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
      const { campaign: draft } = await data('GET', `/campaigns/${begun}`, undefined, person.user.key);
      expect(draft).toMatchObject({ name: '', emailDesign: { blocks: [], layout: { version: 1 } } });
    },
    PATIENCE_MS,
  );

  it(
    'are chosen for an email, whose content is written between their blocks',
    async () => {
      const group = await newGroup(person.user);
      const address = `ann.${group.slug}@example.com`;
      await subscribe(person.user, group, address, { name: 'Ann' });
      const draft = { name: unique('Concert'), groups: [group.id] };
      campaign = text(await data('POST', '/campaigns/drafts', draft, person.user.key), 'createDraft', '_id');
      await page.goto(opened.at(`/campaigns/${campaign}`));
      await page.getByRole('combobox', { name: 'Layout' }).selectOption('Company frame');
      await page.getByText('Layout: Company frame.').waitFor();
      await page.locator('.design-layout', { hasText: 'Choir of the valley' }).waitFor();
      await until('the stored layout', 60, async () => (await read()).emailDesign !== null);
      await page.reload();
      await page.locator('.design-layout', { hasText: 'Imprint of the choir' }).waitFor();
      await write('We sing in May.');
      expect(await frames().count()).toBe(1);
      expect(await seriousFindings(page)).toEqual([]);
      await until('the stored email', 60, async () => String((await read()).message).includes('in May'));
      await page.getByText('Preview', { exact: true }).first().click();
      await page.locator('iframe').first().contentFrame().getByText('Choir of the valley').waitFor();

      const copy = text(
        await data('POST', `/campaigns/${campaign}/duplicate`, undefined, person.user.key),
        'duplicateCampaign',
        '_id',
      );
      await data('POST', '/campaigns/publish', { campaignId: campaign }, person.user.key);
      const mail = await until('the mail', 60, async () => (await inboxOf(address))[0] ?? null);
      const [header, content, footer] = [
        'Choir of the valley',
        'We sing in May.',
        'Imprint of the choir',
      ].map((words) => String(mail.html).indexOf(words));
      expect(header).toBeGreaterThan(0);
      expect(content).toBeGreaterThan(header ?? 0);
      expect(footer).toBeGreaterThan(content ?? 0);
      campaign = copy;
    },
    2 * PATIENCE_MS,
  );

  it(
    'change emails only when their author updates them, and stay in emails when they are deleted',
    async () => {
      await page.goto(opened.at('/templates/layouts'));
      await page.getByRole('link', { name: 'Company frame' }).click();
      await page.getByText('Imprint of the choir').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' and its friends');
      await button('Save').click();
      await page.getByText('offer the new version').waitFor();
      expect(await layouts()).toMatchObject([{ version: 2 }]);

      await page.goto(opened.at(`/campaigns/${campaign}`));
      await page.getByText('The layout “Company frame” has changed.').waitFor();
      await page.locator('.design-layout', { hasText: /choir$/ }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(String((await read()).message)).not.toContain('and its friends');
      await button('Update').click();
      await page.locator('.design-layout', { hasText: 'and its friends' }).waitFor();
      await page.getByText('Layout: Company frame.').waitFor();
      await until('the new version', 60, async () => String((await read()).message).includes('its friends'));

      await page.goto(opened.at('/templates/layouts'));
      await button('Delete: Company frame').click();
      await page
        .getByRole('dialog', { name: /^Delete/ })
        .getByRole('button', { name: 'Delete' })
        .click();
      await until('the deletion', 60, async () => (await layouts()).length === 0);
      await page.goto(opened.at(`/campaigns/${campaign}`));
      await page.getByText('The layout “Company frame” was deleted.').waitFor();
      await page.getByText('We sing in May.').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' Come!');
      await until('the edited email', 60, async () => String((await read()).message).includes('May. Come!'));
      expect(String((await read()).message)).toContain('and its friends');
      await page.getByRole('button', { name: 'Style of the email' }).click();
      await page.getByRole('combobox', { name: 'Layout' }).selectOption('None');
      await until(
        'the email without it',
        60,
        async () => !String((await read()).message).includes('friends'),
      );
    },
    2 * PATIENCE_MS,
  );

  it(
    'fit a phone in another language',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.setViewportSize({ width: 390, height: 780 });
      await page.goto(opened.at('/templates/layouts'));
      await page.getByRole('heading', { name: 'Legen Sie Ihr erstes Layout an' }).waitFor();
      expect(await isTooWide(page)).toBe(false);
      await page.getByRole('link', { name: 'Neues Layout' }).click();
      await page.getByText('Hier stehen die Blöcke der E-Mail.').waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
