import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { newGroup, send, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

describeWith('chromium', 'explanations in the console', () => {
  let opened: Console;
  let page: Page;
  beforeAll(async () => {
    opened = await openConsole();
    page = opened.page;
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  it(
    'say why a person got a campaign: in the contact record, and for a delivery of the report',
    async () => {
      const person = await newPerson();
      const { user } = person;
      const [friends, staff] = [await newGroup(user, 'Friends'), await newGroup(user, 'Staff')];
      const [ann, bob] = [`${unique('ann')}@example.com`, `${unique('bob')}@example.com`];
      for (const address of [ann, bob]) await subscribe(user, friends, address);
      await subscribe(user, staff, bob);
      const name = unique('Spring');
      const audience = { excludeGroups: [staff.id] };
      const id = await send(user, [friends], { name, emailMessage: '<p>Hello</p>', audience });
      await until('the end of the campaign', 60, async () => {
        const { report } = await data('GET', `/campaigns/${id}/report`, undefined, user.key);
        return (report as Json).status === 'SENT';
      });

      await page.goto(opened.at(`/people/person?identifier=${ann}`));
      await signInAs(page, person);
      await page.getByRole('heading', { name: 'Why did this person get a campaign' }).waitFor();
      await page.getByRole('combobox', { name: 'Campaign' }).fill(name.slice(0, 10));
      await page.getByRole('option', { name }).click();
      await page.getByText('The message was sent. No delivery was reported.').waitFor();
      await page.getByText('In the group “Friends”').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(opened.at(`/campaigns/${id}/report`));
      await page.getByRole('button', { name: bob }).click();
      await page.getByRole('button', { name: 'Why?' }).click();
      await page.getByText('No message, because the campaign excludes the person.').waitFor();
      const excluded = page.getByRole('listitem').filter({ hasText: 'In the excluded group “Staff”' });
      await excluded.getByRole('img', { name: 'Yes' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const question = 'Warum hat diese Person eine Kampagne erhalten oder nicht?';
      expect(await unfitForPhones(opened, [[`/people/person?identifier=${ann}`, question]])).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
