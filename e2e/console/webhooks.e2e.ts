import type { Page } from 'playwright-core';
import { Receiver } from '../../apps/webhook-worker/test/receiver';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, list, until } from '../../dev/driver/api';
import { unique } from '../../dev/driver/arrange';
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

describeWith('chromium', 'webhooks in the console', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson();
    await page.goto(opened.at('/settings'));
    await signInAs(page, person);
  }, PATIENCE_MS);
  afterAll(async () => {
    await opened.close();
    await receiver.stop();
  });
  afterEach(() => {
    expect([opened.faults.splice(0), receiver.refused]).toEqual([[], []]);
  });

  const inDialog = (name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).last();
  const more = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${receiver.url}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const shownSecret = async (): Promise<string> => {
    const secret = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    return secret;
  };

  it(
    'are created, tested, viewed, given a new secret, disabled, and deleted',
    async () => {
      await page.getByRole('tab', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { name: 'Notify your systems' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByRole('textbox', { name: 'URL' }).fill('http://example.com/hook');
      await page.getByRole('checkbox', { name: 'Message bounced' }).check();
      await page.getByRole('checkbox', { name: 'Address suppressed' }).check();
      await page.getByRole('switch', { name: 'Batch messages' }).waitFor();
      await inDialog('Create webhook').click();
      await page.getByText('URL is not allowed here').waitFor();
      // The browser reports the expected 422.
      opened.faults.length = 0;
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
      await inDialog('Create webhook').click();
      await page.getByText('It is shown only once').waitFor();
      receiver.secrets = [await shownSecret()];
      await inDialog('Copy').click();
      await inDialog('Close').click();
      const [made] = list(await data('GET', '/webhooks', undefined, person.user.key), 'webhooks');
      expect(made).toMatchObject({ batch: true });
      const eventTypes = ['campaign.completed', 'delivery.bounced', 'suppression.created'];
      expect(made).toMatchObject({ eventTypes });

      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('The endpoint accepted the test event.').waitFor();
      receiver.reply = () => ({ status: 500 });
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('The endpoint did not accept the test event').waitFor();
      await page.getByText('HTTP status 500').waitFor();
      receiver.reply = () => ({ status: 200 });
      expect(await seriousFindings(page)).toEqual([]);
      const last = () => receiver.received.at(-1);
      await until('what happened', 60, async () => {
        const suppressed = { channel: 'email', identifier: `${unique('gone')}@example.com` };
        await data('POST', '/suppressions', suppressed, person.user.key);
        return last()?.type === 'suppression.created';
      });

      await page.getByRole('button', { name: 'Log' }).click();
      const rows = page.getByRole('dialog').locator('tbody tr');
      await rows.nth(2).waitFor();
      await page.getByText('Failed', { exact: true }).click();
      await until('the failed one alone', 60, async () => (await rows.count()) === 1);
      expect(await rows.first().innerText()).toMatch(/Test event.*HTTP status 500/s);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByText('All', { exact: true }).click();
      const again = page.getByRole('dialog').getByRole('button', { name: /^Resend: / });
      const label = await again.last().getAttribute('aria-label');
      await again.last().click();
      await page.getByText('Resending.').waitFor();
      await until('the message again', 60, () =>
        Promise.resolve(receiver.ids.filter((id) => label === `Resend: ${id}`).length === 2),
      );
      await inDialog('Resend a period').click();
      await page.getByLabel('From').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');

      await more('New secret');
      await inDialog('New secret').click();
      await page.getByText('It is shown only once').waitFor();
      const second = await shownSecret();
      expect(receiver.secrets).not.toContain(second);
      receiver.secrets = [second];
      await inDialog('Copy').click();
      await inDialog('Close').click();
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('The endpoint accepted the test event.').waitFor();

      await more('Disable');
      await page.getByText('Disabled', { exact: true }).waitFor();
      await more('Enable');
      await page.getByText('Enabled', { exact: true }).waitFor();
      await page.setViewportSize({ width: 375, height: 740 });
      // The menu leaves the page for a moment.
      expect(await isTooWide(page)).toBe(false);
      await more('Delete');
      await inDialog('Delete').click();
      await page.getByRole('heading', { name: 'Notify your systems' }).waitFor();
    },
    3 * PATIENCE_MS,
  );
});
