import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, text, until } from '../../dev/driver/api';
import { type TestGroup, newGroup, send, subscribe, unique } from '../../dev/driver/arrange';
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
  waitForNotification,
} from './open-console';

const MAIL_S = 60;

describeWith('chromium', 'notifications, in the console and by email', () => {
  let opened: Console;
  let page: Console['page'];
  let owner: TestPerson;
  let group: TestGroup;
  const name = unique('Spring sale');

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    await page.clock.install();
    owner = await newPerson();
    group = await newGroup(owner.user);
    await subscribe(owner.user, group, `${unique('ann')}@example.com`, { name: 'Ann' });
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const bell = (unread: number | null) =>
    page.getByRole('button', {
      name: unread === null ? 'Notifications' : `Notifications, ${unread} unread`,
      exact: true,
    });
  const panel = () => page.getByRole('dialog', { name: 'Notifications' });
  const mailsTo = async (person: TestPerson) =>
    (await inboxOf(person.email)).map(({ subject }) => String(subject));

  it(
    'count a finished campaign, and lead to its report',
    async () => {
      await page.goto(opened.at('/settings'));
      await signInAs(page, owner);
      await bell(null).waitFor();
      await send(owner.user, [group], { name, emailMessage: '<p>Hello {{name}}</p>' });
      await waitForNotification(page, bell(1));
      expect(await seriousFindings(page)).toEqual([]);
      await bell(1).focus();
      await page.keyboard.press('Enter');
      const finished = panel().getByRole('link', { name: `${name} finished: 1 delivered, 0 failed.` });
      await finished.waitFor();
      expect([await seriousFindings(page), await isTooWide(page)]).toEqual([[], false]);
      await page.keyboard.press('Escape');
      await panel().waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await finished.click();
      await page.getByRole('heading', { name }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/report$/);
      await bell(null).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'are also sent by email, until the member turns that off',
    async () => {
      const { key } = owner.user;
      const asked = unique('Prices');
      const ask = async (): Promise<void> => {
        const draft = { name: asked, emailMessage: '<p>Hello</p>', groups: [group.id] };
        const id = text(await data('POST', '/campaigns/create', draft, key), 'createCampaign', '_id');
        await data('POST', `/campaigns/${id}/request-approval`, { note: 'Please check.' }, key);
      };
      await ask();
      await until('the email', MAIL_S, async () =>
        (await mailsTo(owner)).some((subject) => subject.endsWith(`asks for approval of ${asked}`)),
      );
      await page.goto(opened.at('/profile'));
      await bell(1).waitFor();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      await page.getByRole('switch', { name: /^Requests for approval/ }).click();
      await saved;
      expect(await seriousFindings(page)).toEqual([]);
      await ask();
      await waitForNotification(page, bell(2));
      await bell(2).click();
      await panel().getByRole('link').nth(1).waitFor();
      await panel().getByRole('button', { name: 'Mark all as read' }).click();
      await bell(null).waitFor();
      expect(await mailsTo(owner)).toHaveLength(1);
    },
    PATIENCE_MS,
  );
});
