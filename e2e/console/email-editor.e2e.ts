import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  expectOnly,
  firstUser,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

describeWith('chromium', 'the visual editor', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;
  let key: string;
  let group: string;
  let address: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson('owner', await firstUser());
    ({ key } = person.user);
    const made = await newGroup(person.user, unique('Readers'));
    group = made.id;
    address = `${unique('ann')}@example.com`.toLowerCase();
    await subscribe(person.user, made, address, { name: 'Ann' });
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const block = (name: string) => page.getByRole('group', { name });
  const field = (name: string) => page.getByRole('textbox', { name });
  const canvas = () => page.getByRole('group', { name: 'Blocks of the email' });
  /** The blocks in their order, without their number. */
  const blocks = async (): Promise<string[]> => {
    const frames = await canvas().locator('.design-frame').all();
    const labels = await Promise.all(frames.map((frame) => frame.getAttribute('aria-label')));
    return labels.map((label) => (label ?? '').replace(/, block.*/, ''));
  };
  const campaign = async (): Promise<Json> => {
    const id = /campaigns\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
    return (await data('GET', `/campaigns/${id}`, undefined, key)).campaign as Json;
  };

  it(
    'writes an email with blocks by mouse and keyboard',
    async () => {
      await page.goto(opened.at(`/campaigns/new?group=${group}`));
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill(unique('Concert'));
      await page.getByText('The email is empty. Add a block.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      // The text of a new block has the focus.
      await button('Add: Heading').click();
      await page.keyboard.type('Spring concert');
      await button('Add: Text').click();
      await page.keyboard.type('Dear ');
      await button('Insert a placeholder').click();
      await field('Fallback').fill('friend');
      await button('Insert').click();
      await page.keyboard.type(', we sing again. ');
      await button('Bold').click();
      await page.keyboard.type('Come!');

      await button('Add: Image').click();
      await field('Image address').fill('https://pictures.example/choir.jpg');
      await page.getByText('Enter a description, or mark the image as decoration.').waitFor();
      await field('Description').fill('The choir on stage');

      await button('Add: Columns').click();
      for (const [column, words] of [
        [1, 'Friday'],
        [2, 'Saturday'],
      ] as const) {
        await button(`Add block: column ${column}`).click();
        await page.getByRole('menuitem', { name: 'Text' }).click();
        await page.keyboard.type(words);
      }

      await button('Add: Button').click();
      await field('Button text').fill('Get');
      await field('Text on the button').fill('Get tickets');
      expect(await field('Button text').inputValue()).toBe('Get tickets');
      await field('Link address').fill('https://example.com/tickets');
      expect(await blocks()).toEqual(['Heading', 'Text', 'Image', 'Columns', 'Text', 'Text', 'Button']);
      expect(await seriousFindings(page)).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'reloads the page if an upgrade has replaced the editor',
    async () => {
      const another = await openConsole();
      const { page: tab } = another;
      await tab.goto(another.at('/campaigns'));
      await signInAs(tab, person);
      await tab.getByRole('heading', { name: 'Campaigns' }).waitFor();
      await tab.goto(another.at('/campaigns/new'));
      await tab.getByText('The email is empty. Add a block.').waitFor();
      await tab.route(/\/assets\/html-editor-.*\.js$/, (route) => route.fulfill({ status: 404 }), {
        times: 1,
      });
      const reloaded = tab.waitForEvent('load');
      await tab.getByText('HTML', { exact: true }).click();
      await reloaded;
      await tab.getByText('HTML', { exact: true }).click();
      await tab.locator('.cm-content').waitFor();
      await another.close();
    },
    PATIENCE_MS,
  );

  it(
    'moves blocks with the keyboard and by dragging, and undoes each step',
    async () => {
      // Out of the second column.
      await block('Button, block 7 of 7').focus();
      await page.keyboard.press('Alt+ArrowDown');
      expect(await blocks()).toEqual(['Heading', 'Text', 'Image', 'Columns', 'Text', 'Text', 'Button']);

      await page.getByText('Button moved to position 7 of 7.').waitFor({ state: 'attached' });
      await block('Image, block 3 of 7').focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('Image moved to position 2 of 7.').waitFor({ state: 'attached' });
      expect(await blocks()).toEqual(['Heading', 'Image', 'Text', 'Columns', 'Text', 'Text', 'Button']);
      await page.keyboard.press('ArrowDown');
      await button('Duplicate').click();
      expect((await blocks()).slice(1, 5)).toEqual(['Image', 'Text', 'Text', 'Columns']);
      await page.keyboard.press('Control+z');
      expect((await blocks()).slice(1, 4)).toEqual(['Image', 'Text', 'Columns']);
      await page.keyboard.press('Control+Shift+z');
      expect((await blocks()).slice(1, 5)).toEqual(['Image', 'Text', 'Text', 'Columns']);
      await button('Undo').click();

      await block('Image, block 2 of 7').click();
      await button('Add block below').click();
      await page.getByRole('menuitem', { name: 'Columns' }).waitFor();
      await page.getByRole('menuitem', { name: 'Divider' }).click();
      expect((await blocks()).slice(1, 4)).toEqual(['Image', 'Divider', 'Text']);
      await button('Undo').click();

      await block('Image, block 2 of 7').click();
      await page.locator('.design-handle').dragTo(block('Heading, block 1 of 7'), {
        targetPosition: { x: 20, y: 4 },
      });
      expect((await blocks()).slice(0, 3)).toEqual(['Image', 'Heading', 'Text']);
      await block('Heading, block 2 of 7').focus();
      await page.keyboard.press('Delete');
      expect((await blocks())[1]).toBe('Text');
      await page.keyboard.press('Control+z');
      expect((await blocks())[1]).toBe('Heading');
    },
    2 * PATIENCE_MS,
  );

  it(
    'keeps the blocks, and saves them with the HTML that is made from them',
    async () => {
      await page.reload();
      await block('Image, block 1 of 7').waitFor();
      expect((await blocks()).slice(0, 3)).toEqual(['Image', 'Heading', 'Text']);
      await page.getByText(/^Saved \d/).waitFor();
      const { emailDesign, message } = await campaign();
      expect(emailDesign).toMatchObject({
        blocks: [
          { type: 'image', alt: 'The choir on stage' },
          { type: 'heading', html: 'Spring concert' },
          { type: 'text', html: '<p>Dear {{name|friend}}, we sing again. <b>Come!</b></p>' },
          { type: 'columns', columns: [[{ html: '<p>Friday</p>' }], [{ html: '<p>Saturday</p>' }]] },
          { type: 'button' },
        ],
      });
      expect(message).toContain('Spring concert');

      await page.getByText('Preview', { exact: true }).click();
      const mail = page.frameLocator('iframe');
      await mail.getByRole('heading', { name: 'Spring concert' }).waitFor();
      await mail.getByText('Dear Ann, we sing again.').waitFor();
      await page.getByRole('switch', { name: 'Dark mode' }).click({ force: true });
      const frame = page.frames().find((each) => each.url().endsWith('/preview.html'));
      await until('dark colors', 60, async () => {
        const color = await frame?.evaluate<string>(
          "getComputedStyle(document.querySelector('.surface .text div')).color",
        );
        return color === 'rgb(243, 244, 246)';
      });
      expect(await seriousFindings(page)).toEqual([]);
      // The browser reports the image that it doesn't load.
      await page.getByRole('button', { name: 'Load images' }).waitFor();
      expectOnly(opened.faults, /choir\.jpg/);
    },
    2 * PATIENCE_MS,
  );

  it(
    'sends the email',
    async () => {
      await button('Review and send').click();
      await button('Send to 1 recipient').click();
      await page.locator('.status-SENT').waitFor();
      await until('the email', 60, async () => (await inboxOf(address)).length > 0);
      const html = text((await inboxOf(address))[0] ?? {}, 'html');
      for (const part of ['The choir on stage', 'Spring concert', 'Friday', 'Saturday', 'Get tickets'])
        expect(html).toContain(part);
      expect(html).toContain('Dear Ann, we sing again. <b>Come!</b>');
    },
    2 * PATIENCE_MS,
  );

  it(
    'switches to HTML after a confirmation, and marks the lines of errors in MJML',
    async () => {
      await page.goto(opened.at(`/campaigns/new?group=${group}`));
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill(unique('Plain'));
      await button('Add: Heading').click();
      await page.keyboard.type('By hand');
      await page.getByText('HTML', { exact: true }).click();
      await button('Switch to HTML').click();
      await field('HTML of the email').waitFor();
      await until('the detached draft', 60, async () => (await campaign()).emailDesign === null);
      expect(await campaign()).toMatchObject({ message: expect.stringContaining('By hand') as string });

      await page.getByText('MJML', { exact: true }).click();
      await button('Delete the email and start over').click();
      await field('MJML of the email').click();
      await page.keyboard.insertText(
        '<mjml><mj-body><mj-section><mj-column>\n<mj-tixt>Hi</mj-tixt>\n<mj-text colour="red">Hi</mj-text>\n</mj-column></mj-section></mj-body></mjml>',
      );
      await button(/^Line 2: .*mj-tixt/).waitFor();
      const marked = page.locator('.cm-line.cm-flawed');
      expect(await marked.count()).toBe(2);
      expect(await seriousFindings(page)).toEqual([]);
      const editor = page.locator('.cm-content[aria-invalid="true"]');
      const description = (await editor.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${description}"]`).textContent()).toMatch(/MJML.*Line 2: .*Line 3: /);

      await button(/^Line 3: .*colour/).click();
      await page.locator('.cm-content:focus').waitFor();
      await page.keyboard.press('Shift+End');
      await page.keyboard.insertText('<mj-text color="red">Hi</mj-text>');
      await button(/^Line 3: /).waitFor({ state: 'hidden' });
      expect(await marked.allTextContents()).toEqual(['<mj-tixt>Hi</mj-tixt>']);
      await button(/^Line 2: /).click();
      await page.locator('.cm-content:focus').waitFor();
      await page.keyboard.press('Shift+End');
      await page.keyboard.insertText('<mj-text>Hi</mj-text>');
      await page.getByText(/^Saved \d/).waitFor();
      expect([await marked.count(), await editor.count()]).toEqual([0, 0]);
      // The browser reports the refused save.
      opened.faults.splice(0);
    },
    2 * PATIENCE_MS,
  );

  it(
    'fits a phone',
    async () => {
      await page.setViewportSize({ width: 375, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(opened.at('/campaigns/new'));
      await button('Add: Columns').click();
      await button('Add block: column 1').waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
