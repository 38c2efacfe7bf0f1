import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, text } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  anotherBrowser,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  waitForNotification,
} from './open-console';

describeWith('chromium', 'the activity of a campaign, in the console', () => {
  let opened: Console;
  let page: Console['page'];
  let other: Awaited<ReturnType<typeof anotherBrowser>>;
  let owner: TestPerson;
  let approver: TestPerson;
  let campaignId: string;
  const name = unique('Spring sale');

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    await page.clock.install();
    other = await anotherBrowser(opened);
    owner = await newPerson();
    approver = await newPerson('approver', owner.user, 'Grace');
    const group = await newGroup(owner.user);
    await subscribe(owner.user, group, `${unique('ann')}@example.com`, { name: 'Ann' });
    const draft = { name, emailMessage: '<p>Hello {{name}}</p>', groups: [group.id] };
    campaignId = text(
      await data('POST', '/campaigns/create', draft, owner.user.key),
      'createCampaign',
      '_id',
    );
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const panelOf = (on: Console['page']) => on.getByRole('dialog', { name: 'Activity' });
  const fieldOf = (on: Console['page']) => panelOf(on).getByRole('textbox', { name: 'Comment' });
  const openPanel = (on: Console['page']) =>
    on.getByRole('button', { name: 'Activity', exact: true }).click();

  it(
    'takes a comment with the keyboard, and shows it beside the history',
    async () => {
      await page.goto(opened.at(`/campaigns/${campaignId}`));
      await signInAs(page, owner);
      await openPanel(page);
      await panelOf(page).getByText('No comments yet.').waitFor();
      await panelOf(page).getByText('The campaign was created.').waitFor();
      await fieldOf(page).fill('Please check <b>the prices</b>.');
      await page.keyboard.press('Control+Enter');
      await panelOf(page).getByText('Please check <b>the prices</b>.').waitFor();
      await panelOf(page).getByText('No comments yet.').waitFor({ state: 'detached' });
      expect(await fieldOf(page).inputValue()).toBe('');
      expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false]);
    },
    PATIENCE_MS,
  );

  it(
    'notifies the other member, whose comment appears in the open panel',
    async () => {
      await other.page.goto(opened.at(`/campaigns/${campaignId}`));
      await signInAs(other.page, approver);
      await openPanel(other.page);
      await panelOf(other.page).getByText('Please check <b>the prices</b>.').waitFor();
      await fieldOf(other.page).fill('The bread costs 4 €.');
      await panelOf(other.page).getByRole('button', { name: 'Comment', exact: true }).click();
      await panelOf(page).getByText('The bread costs 4 €.').waitFor();
      // Approvers can delete only their own comments.
      const names = [/^Delete the comment/, 'Delete the comment of Grace'];
      const counts = names.map((each) => panelOf(other.page).getByRole('button', { name: each }).count());
      expect(await Promise.all(counts)).toEqual([1, 1]);
      await page.keyboard.press('Escape');
      await panelOf(page).waitFor({ state: 'hidden' });
      const unread = page.getByRole('button', { name: 'Notifications, 1 unread', exact: true });
      await waitForNotification(page, unread);
      await unread.click();
      await page.getByRole('link', { name: `Grace commented on ${name}.` }).click();
      await panelOf(page).getByText('The bread costs 4 €.').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'deletes a comment after a confirmation, and tells that one was deleted',
    async () => {
      await panelOf(page).getByRole('button', { name: 'Delete the comment of Grace' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Delete this comment?' });
      await confirmation.waitFor();
      await page.keyboard.press('Escape');
      await confirmation.waitFor({ state: 'hidden' });
      await panelOf(page).getByRole('button', { name: 'Delete the comment of Grace' }).click();
      await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
      await panelOf(page).getByText('The bread costs 4 €.').waitFor({ state: 'detached' });
      await panelOf(page).getByText('Ada deleted a comment.').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'of a finished campaign has its steps, and fits on a phone, in dark mode and in German',
    async () => {
      await data('POST', '/campaigns/publish', { campaignId }, owner.user.key);
      await page.setViewportSize({ width: 390, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.goto(opened.at(`/campaigns/${campaignId}/report?activity=true`));
      const panel = page.getByRole('dialog', { name: 'Aktivität' });
      await panel.getByText('Der API-Schlüssel test hat die Kampagne veröffentlicht.').waitFor();
      await panel.getByText('Die Kampagne ist abgeschlossen.').waitFor();
      expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false]);
    },
    PATIENCE_MS,
  );
});
