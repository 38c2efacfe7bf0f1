import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { unique } from '../../dev/driver/arrange';
import { type Console, PATIENCE_MS, WAIT_MS, newPerson, openConsole } from './open-console';

/** More than the number of focusable elements on any page. */
const ROUND = 80;

/** The focused element, identified by its label or its text. */
const focused = `(() => {
  const at = document.activeElement;
  return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '').trim();
})()`;

describeWith('chromium', 'without a mouse', () => {
  let opened: Console;
  let page: Page;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  /** Moves the focus from element to element until it reaches the given one. */
  const reach = async (name: RegExp): Promise<void> => {
    const passed: string[] = [];
    const deadline = Date.now() + WAIT_MS;
    // Elements that load late may receive the focus only in a later round.
    while (passed.length < ROUND || Date.now() < deadline) {
      const here = await page.evaluate<string>(focused);
      if (name.test(here)) return;
      passed.push(here);
      await page.keyboard.press('Tab');
    }
    const round = passed.slice(-ROUND).join(' | ');
    throw new Error(`${String(name)} is not among what the keyboard reaches: ${round}`);
  };
  const press = async (name: RegExp): Promise<void> => {
    await reach(name);
    await page.keyboard.press('Enter');
  };
  const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor();

  it(
    'a person signs in, creates a group, sends a campaign to it, and reads the report',
    async () => {
      const person = await newPerson();
      const group = unique('Keys');
      await page.goto(opened.at(''));
      await page.getByRole('textbox', { name: 'Email address' }).waitFor();
      await reach(/^Email address/);
      await page.keyboard.type(person.email);
      await reach(/^Password/);
      await page.keyboard.type(person.password);
      await page.keyboard.press('Enter');
      await heading('Send your first campaign');

      // The first element on each page skips the menu.
      await page.reload();
      await heading('Send your first campaign');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(focused)).toBe('Skip to content');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(focused)).toBe('New campaign');

      await press(/^People$/);
      await heading('Add your contacts');
      await press(/^New group$/);
      await page.getByRole('dialog').waitFor();
      await reach(/^Group name/);
      await page.keyboard.type(group);
      await page.keyboard.press('Enter');
      await heading(group);
      await press(/^Add person$/);
      await page.getByRole('dialog').waitFor();
      await reach(/^Address/);
      await page.keyboard.type(`${group}@example.com`);
      await page.keyboard.press('Enter');
      await page
        .getByRole('list', { name: 'Members' })
        .getByText(`${group}@example.com`.toLowerCase())
        .waitFor();

      await press(/^Write to this group$/);
      await heading('New campaign');
      await reach(/^Name/);
      await page.keyboard.type(group);
      await reach(/^Email$/);
      await reach(/^Visual editor$/);
      await page.keyboard.press('ArrowRight');
      await press(/^Start with a simple letter$/);
      await page.frameLocator('iframe').getByText('Kind regards').waitFor();
      // Tab leaves the editor and the preview.
      await reach(/^HTML of the email$/);
      await reach(/^Desktop$/);
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(focused)).toBe('Phone');
      await page.getByText(/^Saved \d/).waitFor();
      await press(/^Review and send/);
      await page.getByRole('dialog').waitFor();
      await press(/^Send to 1 recipient$/);
      await heading('By channel');
      await page.locator('.status-SENT').waitFor();
      await press(new RegExp(`^${group}@example.com$`, 'i'));
      await page.getByRole('dialog').getByText('Added as a recipient').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    4 * PATIENCE_MS,
  );
});
