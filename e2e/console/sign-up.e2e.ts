import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, list, text, until } from '../../dev/driver/api';
import { newGroup, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
  unfitForRecipients,
} from './open-console';

describeWith('chromium', 'sign-up forms in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    person = await newPerson();
    await page.goto(at('/people/sign-up-forms'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Let people subscribe themselves' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  it(
    'are created and published, and people subscribe with them',
    async () => {
      const { user } = person;
      const group = await newGroup(user, 'Choir');
      await page.reload();
      await page.getByRole('link', { name: 'New sign-up form' }).first().click();
      // The browser names the first field that is missing.
      await page.getByRole('button', { name: 'Create form' }).click();
      await page.locator('input:focus').fill('Footer');
      expect(await field('Form name').inputValue()).toBe('Footer');
      await page.getByRole('combobox', { name: 'Group' }).click();
      await page.getByRole('option', { name: 'Choir' }).click();
      await field('Title').fill('Choir news');
      await field('Consent text').fill('Send me the news of the choir.');
      await page.getByRole('button', { name: 'Add a question' }).click();
      await field('Question').fill('First name');
      await page.getByRole('combobox', { name: 'Attribute' }).fill('firstName');
      await page.getByRole('checkbox', { name: 'Required' }).check();
      await page.getByRole('button', { name: 'Confirmation email' }).click();
      await field('HTML').fill('<p>Hello</p>');
      await page.getByText('Insert {{confirmUrl}}').waitFor();
      expect(await page.getByRole('button', { name: 'Create form' }).isDisabled()).toBe(true);
      await field('HTML').fill('<p><a href="{{confirmUrl}}">Yes, {{firstName}} agrees</a></p>');
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create form' }).click();

      await page.getByRole('heading', { name: 'Footer' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const [form] = list(await data('GET', '/sign-up-forms', undefined, user.key), 'signUpForms');
      expect(form).toMatchObject({ name: 'Footer', group: group.id, title: 'Choir news', plainText: null });
      const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
      await page.getByRole('button', { name: 'Copy link' }).click();
      expect(await copied()).toBe(text(form, 'url'));
      await page.getByRole('button', { name: 'Copy HTML' }).click();
      expect(await copied()).toBe(text(form, 'snippet'));

      const address = `${unique('reader')}@example.com`;
      const [hosted] = await Promise.all([
        opened.context.waitForEvent('page'),
        page.getByRole('link', { name: 'Open form' }).click(),
      ]);
      await hosted.getByRole('heading', { name: 'Choir news' }).waitFor();
      expect(await unfitForRecipients(hosted)).toEqual([]);
      await hosted.getByLabel('Email address').fill(address);
      await hosted.getByLabel('First name').fill('Ann');
      const done = hosted.getByRole('heading', { name: 'Check your mailbox' });
      // A form that is sent within two seconds is shown again.
      const signUp = async (): Promise<boolean> => {
        if (await done.isVisible()) return true;
        await hosted.getByRole('button', { name: 'Subscribe' }).click();
        return false;
      };
      await until('the sign-up', 30, signUp, 2_500);
      expect(await unfitForRecipients(hosted)).toEqual([]);
      const mail = await until('the email', 100, async () => (await inboxOf(address))[0] ?? null);
      expect(mail.html).toContain('Yes, Ann agrees');
      const [link = ''] = /https?:\S+\/subscribe\/confirm\/[\w-]+/.exec(String(mail.text)) ?? [];
      await hosted.goto(link);
      await hosted.getByRole('heading', { name: 'Confirm your subscription?' }).waitFor();
      expect(await unfitForRecipients(hosted)).toEqual([]);
      await hosted.getByRole('button', { name: 'Confirm' }).click();
      await hosted.getByRole('heading', { name: 'You are subscribed' }).waitFor();
      expect(await unfitForRecipients(hosted)).toEqual([]);
      await hosted.close();
      await page.goto(at(`/people/${group.id}`));
      await page.getByRole('link', { name: address }).click();
      await page.getByText(/^Signed up with the form “Choir news” .+, confirmed /).waitFor();
      await page.getByText('Send me the news of the choir.').first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    4 * PATIENCE_MS,
  );

  it(
    'keep the versions of the consent text, and are deleted',
    async () => {
      const { user } = person;
      const [first] = list(await data('GET', '/sign-up-forms', undefined, user.key), 'signUpForms');
      const path = `/sign-up-forms/${text(first, '_id')}`;
      await page.goto(at('/people/sign-up-forms'));
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Footer' }).click();
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await field('Introduction').fill('From our rehearsals');
      // Another member changes the form in the meantime.
      await data('PATCH', path, { button: 'Join' }, user.key);
      await field('Consent text').fill('Send me news once a month.');
      await save.click();
      await page.getByText('Form saved.').waitFor();
      expect(await save.isDisabled()).toBe(true);
      expect((await data('GET', path, undefined, user.key)).signUpForm).toMatchObject({
        ...{ text: 'From our rehearsals', button: 'Join', wordingVersion: 2 },
        wording: 'Send me news once a month.',
      });
      await page.getByRole('button', { name: 'Versions of the consent text' }).click();
      await page.getByText(/^Version 1, since/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('Members stay in the group.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'Let people subscribe themselves' }).waitFor();
      expect(list(await data('GET', '/sign-up-forms', undefined, user.key), 'signUpForms')).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'fit a phone, in dark mode and in another language',
    async () => {
      const { user } = person;
      const group = await newGroup(user);
      const fields = [{ attribute: 'firstName', label: 'Vorname', required: true }];
      const form = {
        name: 'Fußzeile',
        group: group.id,
        title: 'Chor',
        wording: 'Ja.',
        fields,
        language: 'de',
      };
      const id = text(await data('POST', '/sign-up-forms', form, user.key), 'createSignUpForm', '_id');
      const places = [
        ['/people/sign-up-forms', 'Anmeldeformulare'],
        [`/people/sign-up-forms/${id}`, 'Fußzeile'],
      ] as const;
      expect(await unfitForPhones(opened, places, 'Europe/Berlin')).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
