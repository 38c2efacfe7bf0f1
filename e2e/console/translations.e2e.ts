import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
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

describeWith('chromium', 'a campaign in several languages in the console', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;
  const name = unique('Concert');

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson();
    const group = await newGroup(person.user);
    await subscribe(person.user, group, `${unique('resi')}@example.com`, { language: 'de' });
    const draft = { name, groups: [group.id], subject: 'Hello', smsMessage: 'Hello' };
    await data('POST', '/campaigns/drafts', draft, person.user.key);
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, person);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const language = (label: string) => page.getByRole('radiogroup', { name: 'Language' }).getByText(label);
  const subject = () => page.getByRole('textbox', { name: 'Subject' });
  const stored = async (): Promise<Json> => {
    const { campaigns } = await data('GET', '/campaigns', undefined, person.user.key);
    const [{ _id: id }] = campaigns as [{ _id: string }];
    return (await data('GET', `/campaigns/${id}`, undefined, person.user.key)).campaign as Json;
  };
  const add = async (search: string): Promise<void> => {
    await button('Add a language').click();
    await page.getByRole('combobox', { name: 'Language to add' }).fill(search);
    await page.getByRole('option', { name: search }).first().click();
  };

  it(
    'is translated with the keyboard and the mouse, previewed, checked, and saved',
    async () => {
      await page.getByRole('link', { name }).click();
      await subject().waitFor();
      await add('German');
      // The texts begin as a copy.
      expect(await subject().inputValue()).toBe('Hello');
      await subject().fill('Hallo');
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('Hallo zusammen');
      await page.locator('.bubble', { hasText: 'Hallo zusammen' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await add('Portuguese (Brazil)');
      await page.getByRole('textbox', { name: 'SMS' }).fill('');
      await until('the saved languages', 60, async () => {
        const { translations } = (await stored()) as { translations: Record<string, Json> };
        return translations['pt-BR']?.smsMessage === null && translations.de?.subject === 'Hallo';
      });
      expect(await stored()).toMatchObject({
        ...{ subject: 'Hello', smsMessage: 'Hello' },
        translations: { de: { smsMessage: 'Hallo zusammen' }, 'pt-BR': { subject: 'Hello' } },
      });

      await language('Everyone else').click();
      expect(await page.getByRole('textbox', { name: 'SMS' }).inputValue()).toBe('Hello');
      await language('German').click();
      await page.getByRole('tab', { name: 'Email' }).click();
      expect(await subject().inputValue()).toBe('Hallo');

      await language('Portuguese (Brazil)').click();
      await button('Remove Portuguese (Brazil)').click();
      const dialog = page.getByRole('dialog', { name: 'Remove the texts in Portuguese (Brazil)?' });
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Remove Portuguese (Brazil)' }).click();
      await until('the removal', 60, async () => {
        const { translations } = (await stored()) as { translations: object };
        return Object.keys(translations).join() === 'de';
      });
      await language('Everyone else').waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    'fits a phone in German',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.setViewportSize({ width: 390, height: 780 });
      await page.reload();
      await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('Deutsch').click();
      await page.getByText('Wer Deutsch liest, erhält diese Texte.').waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
