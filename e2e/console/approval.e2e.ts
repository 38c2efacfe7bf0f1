import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, text, until } from '../../dev/driver/api';
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

const MAIL_S = 60;

describeWith('chromium', 'two-person approval, in the console', () => {
  let opened: Console;
  let page: Console['page'];
  let owner: TestPerson;
  let sender: TestPerson;
  let approver: TestPerson;
  let campaignId: string;
  const name = unique('Prices');
  const email = `${unique('ann')}@example.com`;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    owner = await newPerson();
    sender = await newPerson('sender', owner.user);
    approver = await newPerson('approver', owner.user);
    const { key } = owner.user;
    const group = await newGroup(owner.user);
    await subscribe(owner.user, group, email, { name: 'Ann' });
    const draft = { name, emailMessage: '<p>Hello {{name}}</p>', groups: [group.id] };
    campaignId = text(await data('POST', '/campaigns/create', draft, key), 'createCampaign', '_id');
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const panel = () => page.getByRole('region', { name: 'Approval', exact: true });
  const goTo = (path: string) => page.goto(opened.at(path));
  const signOut = async (): Promise<void> => {
    const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ended;
    await page.getByRole('textbox', { name: 'Email address' }).waitFor();
  };

  it(
    'is turned on by an owner',
    async () => {
      await goTo('/settings?tab=members');
      await signInAs(page, owner);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      await page.getByRole('switch', { name: 'Require approval of campaigns' }).click();
      await saved;
      expect(await seriousFindings(page)).toEqual([]);
      await signOut();
    },
    PATIENCE_MS,
  );

  it(
    'lets a sender ask with a note',
    async () => {
      await goTo(`/campaigns/${campaignId}`);
      await signInAs(page, sender);
      await button('Ask for approval').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Note for the approver' }).fill('Please check the prices.');
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Ask for approval' }).click();
      await panel().getByText('Waiting for approval').waitFor();
      await panel().getByText('Please check the prices.').waitFor();
      expect(await panel().getByRole('button').allInnerTexts()).toEqual(['Withdraw']);
      expect(await button('Ask for approval').count()).toBe(0);
      await signOut();
    },
    PATIENCE_MS,
  );

  it(
    'shows the waiting campaign to an approver, who rejects it',
    async () => {
      await goTo('/campaigns');
      await signInAs(page, approver);
      await page.getByText('One campaign waits for approval.').waitFor();
      await page.getByRole('link', { name: 'Show', exact: true }).click();
      await page.getByText('In review').waitFor();
      await page.getByRole('link', { name }).click();
      await panel().getByRole('textbox', { name: 'Note' }).fill('The bread costs 4 €.');
      expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false]);
      await panel().getByRole('button', { name: 'Reject' }).click();
      await panel().getByText('The bread costs 4 €.').waitFor();
      await panel().getByText('Rejected', { exact: true }).waitFor();
      await signOut();
    },
    PATIENCE_MS,
  );

  it(
    'withdraws a request when the draft is edited',
    async () => {
      await goTo(`/campaigns/${campaignId}`);
      await signInAs(page, sender);
      await button('Ask for approval').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await panel().getByText('Waiting for approval').waitFor();
      await page.getByRole('textbox', { name: 'Name' }).first().fill(`${name} of bread`);
      await panel().getByText('Withdrawn', { exact: true }).waitFor();
      await button('Ask for approval').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await panel().getByText('Waiting for approval').waitFor();
      await signOut();
    },
    PATIENCE_MS,
  );

  it(
    'sends the campaign when it is approved',
    async () => {
      await goTo(`/campaigns/${campaignId}`);
      await signInAs(page, approver);
      await panel().getByRole('button', { name: 'Approve and send' }).click();
      await page.waitForURL(/\/report$/);
      const mail = await until('the email', MAIL_S, async () => (await inboxOf(email))[0]);
      expect(JSON.stringify(mail)).toContain('of bread');
    },
    2 * PATIENCE_MS,
  );
});
