import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, list, text } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

describeWith('chromium', 'segments in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    await page.goto(at('/people/segments'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Select people by conditions' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const choose = async (field: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).last().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it(
    'are built with a live count, and target and exclude people in a campaign',
    async () => {
      const { user } = person;
      const [customers, staff] = [await newGroup(user, 'Customers'), await newGroup(user, 'Staff')];
      const places = [
        ['ann', 'Oslo'],
        ['bob', 'Rome'],
        ['cleo', 'Oslo'],
        ['dan', 'Ulm'],
      ] as const;
      const addresses = places.map(([name]) => `${unique(name)}@example.com`);
      for (const [index, [, city]] of places.entries()) {
        const address = addresses[index] ?? '';
        await data('POST', '/people', { email: [address], attributes: { city } }, user.key);
        await subscribe(user, customers, address);
      }
      await subscribe(user, staff, addresses[2] ?? '');

      await page.getByRole('link', { name: 'New segment' }).first().click();
      await page.getByRole('textbox', { name: 'Segment name' }).fill('In Oslo or Rome');
      await page.getByText('Complete the conditions to count people.').waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await choose('Attribute', 'city');
      await page.getByRole('combobox', { name: 'Values' }).fill('os');
      await page.getByRole('option', { name: 'Oslo' }).click();
      await page.getByText('Selects people for whom this is true: city is Oslo.').waitFor();
      await page.getByRole('status').getByText('2 people').waitFor();
      await page.getByRole('combobox', { name: 'Values' }).fill('Rome');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('3 people').waitFor();
      await page.getByRole('link', { name: addresses[1] ?? '' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      // A block with a negated condition.
      await page.getByRole('button', { name: 'Add a block' }).click();
      const block = page.getByRole('group', { name: 'Block of conditions 2', exact: true });
      await block.getByRole('checkbox', { name: 'Not' }).check();
      await choose('Condition', 'Group');
      await choose('Group', 'Staff');
      await page.getByText('city is Oslo or Rome and not in the group Staff.').waitFor();
      await page.getByRole('status').getByText('2 people').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await block.getByRole('button', { name: 'Remove: Block of conditions 2', exact: true }).click();
      await page.getByRole('status').getByText('3 people').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: '3 people' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const [segment] = list(await data('GET', '/segments', undefined, user.key), 'segments');
      expect(segment).toMatchObject({
        name: 'In Oslo or Rome',
        conditions: { all: [{ attribute: 'city', is: ['Oslo', 'Rome'] }] },
      });

      const offers = await data('POST', '/topics', { name: 'Offers' }, user.key);
      await page.goto(at('/campaigns/new'));
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('For the sea');
      await choose('Segments', 'In Oslo or Rome');
      await page.keyboard.press('Escape');
      await choose('Exclude', 'Staff');
      await page.keyboard.press('Escape');
      await choose('Topic', 'Offers');
      await page
        .getByText(/^Saved/)
        .first()
        .waitFor();
      await page.getByText('Excluded: 1 person.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const [campaign] = list(await data('GET', '/campaigns', undefined, user.key), 'campaigns');
      const id = text(campaign, '_id');
      const { campaign: stored } = await data('GET', `/campaigns/${id}`, undefined, user.key);
      expect(stored).toMatchObject({
        groups: [],
        audience: {
          segments: [text(segment, '_id')],
          excludeGroups: [staff.id],
          excludeSegments: [],
          topic: text(offers, 'createTopic', '_id'),
        },
      });
    },
    3 * PATIENCE_MS,
  );

  it(
    'show conditions that are nested too deep as text, and name a deleted group',
    async () => {
      const { key } = person.user;
      const group = await newGroup(person.user, 'Gone');
      const conditions = { all: [{ not: { any: [{ group: group.id }, { country: ['NO'] }] } }] };
      const made = await data('POST', '/segments', { name: 'Deep', conditions }, key);
      await data('DELETE', `/groups/${group.id}`, undefined, key);
      await page.goto(at(`/people/segments/${text(made, 'createSegment', '_id')}`));
      await page.getByText('nested deeper than the console can show').waitFor();
      await page.getByText('This segment cannot be used').waitFor();
      await page.getByText('no longer exists').waitFor();
      await page.getByRole('textbox', { name: 'Segment name' }).fill('Nested');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Nested' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Segment deleted.').waitFor();
      await page.getByRole('link', { name: 'In Oslo or Rome' }).waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    'fit a phone, in German',
    async () => {
      const [segment] = list(await data('GET', '/segments', undefined, person.user.key), 'segments');
      const places = [
        ['/people/segments', 'Segmente'],
        [`/people/segments/${text(segment, '_id')}`, 'In Oslo or Rome'],
        ['/people/segments/new', 'Neues Segment'],
      ] as const;
      expect(await unfitForPhones(opened, places)).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
