import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { stack } from '@carillon/stack';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { newGroup, newUser, subscribe, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  anotherBrowser,
  expectOnly,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

const STEP_MS = 30_000;
const MAIL_S = 60;

/** The code of an authenticator app at a step: RFC 6238, RFC 4226 §5.3, RFC 4648 §6. */
function codeAt(step: number, secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (each) => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The link in the newest mail to an address. */
function mailedLink(email: string): Promise<string> {
  return until('the link', MAIL_S, async () => {
    const [mail] = await inboxOf(email);
    return /http\S+\/password\/\S+/.exec(String(mail?.text))?.[0];
  });
}

describeWith('chromium', 'the people of an account, in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let owner: TestPerson;
  const name = unique('Grace');
  const invited = { email: `${name.toLowerCase()}@example.com`, password: `${name} has a password` };

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    owner = await newPerson();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const field = (label: string) => page.getByRole('textbox', { name: label });
  const open = (place: string) => page.getByRole('link', { name: place, exact: true }).first().click();
  const tab = (label: string) => page.getByRole('tab', { name: label }).click();
  const home = () => page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const inMenu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const signOut = async (): Promise<void> => {
    const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    await inMenu('Sign out');
    await ended;
    await field('Email address').waitFor();
  };
  /** The browser itself reports that a code is required. */
  const signInWith = async (code: string): Promise<void> => {
    await signInAs(page, invited);
    await field('Code').fill(code);
    expect(faults.splice(0)).toEqual([expect.stringContaining('status of 401')]);
    await button('Sign in').click();
    // Sign-in returns to the page that the person requested.
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
  };

  it(
    'are invited by email, set up a second factor, and sign in with its codes and recovery codes',
    async () => {
      await page.goto(at('/settings'));
      await signInAs(page, owner);
      await tab('Members');
      await button('Invite person').click();
      await field('Email address').fill(invited.email);
      await page.getByRole('radio', { name: 'Sender' }).check();
      expect(await seriousFindings(page)).toEqual([]);
      await button('Send invitation').click();
      await page.getByRole('list', { name: 'Pending invitations' }).getByText(invited.email).waitFor();
      const previous = await mailedLink(invited.email);
      await button(`Invite again: ${invited.email}`).click();
      const link = await until('another link', MAIL_S, async () => {
        const newest = await mailedLink(invited.email);
        return newest === previous ? null : newest;
      });
      expect(await seriousFindings(page)).toEqual([]);
      // The error says that an account must keep an owner.
      await page.getByRole('combobox', { name: 'Role of Ada' }).click();
      await page.getByRole('option', { name: 'Viewer' }).click();
      await button('Change role to Viewer').click();
      await page.getByRole('alert').getByText('An account needs at least one owner').waitFor();
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 409')]);
      await button('Cancel').click();
      await signOut();

      await page.goto(link);
      await field('Your name').fill(name);
      await page.getByLabel('Password, at least 12 characters').fill(invited.password);
      expect(await seriousFindings(page)).toEqual([]);
      await button('Join').click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      expect(await field('Email address').inputValue()).toBe(invited.email);
      await signInAs(page, invited);
      await home();

      await inMenu('Your profile');
      await button('Set up second factor').click();
      await field('Current password').fill('not the password');
      await button('Continue').click();
      await page.getByText('The password is incorrect.').waitFor();
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 422')]);
      await field('Current password').fill(invited.password);
      await button('Continue').click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const secret = (await page.getByTestId('secret').innerText()).replaceAll(' ', '');
      let step = Math.floor(Date.now() / STEP_MS);
      await field('Code').fill(codeAt(step, secret));
      await button('Turn on').click();
      const [recoveryCode = ''] = (await page.getByTestId('recovery-codes').innerText()).split('\n');
      expect(await seriousFindings(page)).toEqual([]);
      await button('I stored the codes').click();
      await page.getByText('Recovery codes remaining: 10').waitFor();
      await signOut();

      // Each code works once, so use the next one.
      step = Math.max(step + 1, Math.floor(Date.now() / STEP_MS));
      await signInWith(codeAt(step, secret));
      await signOut();
      await signInWith(recoveryCode);
      await page.getByText('Recovery codes remaining: 9').waitFor();
      await page.getByText('This session').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await signOut();
    },
    4 * PATIENCE_MS,
  );

  it(
    'with a view-only role see no button that would be refused',
    async () => {
      const group = await newGroup(owner.user);
      const ann = `${unique('ann')}@example.com`;
      await subscribe(owner.user, group, ann, { name: 'Ann' });
      const messages = { emailMessage: '<p>Hello</p>', smsMessage: 'Hello {{name}}' };
      const draft = { name: unique('Draft'), ...messages, groups: [group.id] };
      const campaign = text(
        await data('POST', '/campaigns/create', draft, owner.user.key),
        ...['createCampaign', '_id'],
      );
      await page.goto(at('/campaigns'));
      await signInAs(page, await newPerson('viewer', owner.user));
      const buttons = async (): Promise<string[]> => {
        const main = page.getByRole('main');
        const all = await main.getByRole('button').or(main.getByRole('link')).all();
        const shown = await Promise.all(all.map(async (each) => (await each.isVisible()) && each));
        return Promise.all(
          shown
            .filter((each) => each !== false)
            .map(async (each) => (await each.getAttribute('aria-label')) ?? each.innerText()),
        );
      };
      await page.getByText(draft.name).waitFor();
      expect(await buttons()).toEqual([draft.name]);
      await page.goto(at(`/campaigns/${campaign}`));
      await page.getByText('Your role can view everything').waitFor();
      expect((await buttons()).filter((each) => /test|publish|save|more actions/i.test(each))).toEqual([]);
      expect(await field('Name').first().isEditable()).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await tab('SMS');
      await page.getByRole('group', { name: 'Preview' }).getByText('Hello Ann').waitFor();
      await open('People');
      await page.getByRole('link', { name: /^Group-/ }).click();
      await page.getByText('name: Ann').waitFor();
      expect(await buttons()).toEqual(['People', ann]);
      await open('Settings');
      await page.getByText('Email is sent through').waitFor();
      expect(await buttons()).toEqual([]);
      expect(await page.getByRole('tab').allInnerTexts()).toEqual([
        'Senders',
        'Domains',
        'Brand',
        'Phone numbers',
        'Opens and clicks',
        'Unsubscribe page',
        'Webhooks',
        'Audit',
        'Plan and usage',
      ]);
      await tab('Unsubscribe page');
      await page.getByText('Unsubscribe button of mail apps').waitFor();
      expect(await buttons()).toEqual(['Open the brand']);
      await tab('Brand');
      await page.getByRole('heading', { name: 'Logo, colors, and font' }).waitFor();
      expect(await buttons()).toEqual([]);
      await tab('Webhooks');
      await page.getByRole('heading', { name: 'Notify your systems' }).waitFor();
      expect(await buttons()).toEqual([]);
      await tab('Audit');
      await page.getByText('API key created').first().waitFor();
      expect(await page.getByText('Signed in').count()).toBe(0);
      await signOut();
    },
    2 * PATIENCE_MS,
  );

  it(
    'appear in the audit trail and its file by name',
    async () => {
      await page.goto(at('/settings'));
      await signInAs(page, owner);
      await tab('Audit');
      const entries = page.getByRole('list', { name: 'Audit' }).getByRole('listitem');
      await entries.filter({ hasText: 'Second factor turned on' }).filter({ hasText: name }).waitFor();
      await entries
        .filter({ hasText: `Person invited: ${invited.email}` })
        .first()
        .waitFor();
      // Newest first: the owner signed in after sending the invitation.
      const shown = (await entries.allInnerTexts()).map((each) => each.split('\n').slice(0, -1).join(' '));
      const signedIn = shown.findIndex((each) => /^Signed in +Ada +Device: Chrome on Linux/.test(each));
      expect(signedIn).toBeGreaterThan(-1);
      expect(signedIn).toBeLessThan(shown.findIndex((each) => each.startsWith('Person invited')));
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Member added' }).click();
      await entries.filter({ hasText: `Member added: ${name}` }).waitFor();
      await entries.filter({ hasNotText: 'Member added' }).first().waitFor({ state: 'detached' });
      const [file] = await Promise.all([page.waitForEvent('download'), button('Download as CSV').click()]);
      const csv = await file.createReadStream().then((stream) => stream.toArray());
      expect(Buffer.concat(csv as Buffer[]).toString()).toContain(`member.created`);
      await page.getByLabel('From', { exact: true }).fill('2200-01-01');
      await page.getByText('No entries match.').waitFor();

      await page.setViewportSize({ width: 375, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await tab('Members');
      await page.getByText('Second factor').waitFor();
      expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
      await page.goto(at('/profile'));
      await page.getByText('This session').waitFor();
      expect([await isTooWide(page), await seriousFindings(page)]).toEqual([false, []]);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.emulateMedia({ colorScheme: 'light' });
      await signOut();
    },
    2 * PATIENCE_MS,
  );

  it(
    'reset a forgotten password by email, choose an account, and switch to another',
    async () => {
      const other = await newUser('FREE', unique('Other account'));
      const { name: otherName } = (await data('GET', '/account', undefined, other.key)).account as Json;
      const member = { email: owner.email, name: 'Ada', role: 'viewer', password: owner.password };
      await data('POST', `/operator/users/${other.id}/members`, member, stack().operatorKey);
      await page.goto(at('/campaigns'));
      await button('Forgot your password?').click();
      await field('Email address').fill('nobody@example.com');
      await button('Email me a link').click();
      await page.getByText('Check the mailbox of nobody@example.com').waitFor();
      await button('Back to sign-in').click();
      await button('Forgot your password?').click();
      await field('Email address').fill(owner.email);
      await button('Email me a link').click();
      await page.getByText(`Check the mailbox of ${owner.email}`).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.goto(await mailedLink(owner.email));
      const password = 'another horse battery';
      await page.getByLabel('Password, at least 12 characters').fill(password);
      await button('Set password').click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await signInAs(page, { ...owner, password });
      await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: String(otherName) }).click();
      await page.getByRole('button', { name: `Account: ${String(otherName)}` }).waitFor();
      await page.getByText('Your role can view everything').waitFor();

      const { name: firstName } = (await data('GET', '/account', undefined, owner.user.key)).account as Json;
      await inMenu(String(firstName));
      await page.getByRole('button', { name: `Account: ${String(firstName)}` }).waitFor();
      await page.getByRole('link', { name: 'New campaign' }).waitFor();
      // The session is in a cookie, so the next page has it, too.
      await page.reload();
      await page.getByRole('link', { name: 'New campaign' }).waitFor();
    },
    3 * PATIENCE_MS,
  );

  it(
    'find their typed text in a dialog unchanged after the session ended and the page was reloaded',
    async () => {
      const other = await anotherBrowser(opened);
      const there = other.page;
      const typist = await newPerson();
      await there.goto(at('/settings?tab=members'));
      await signInAs(there, typist);
      await there.getByRole('button', { name: 'Invite person', exact: true }).click();
      const inviting = there.getByRole('dialog', { name: 'Invite person' });
      const address = inviting.getByRole('textbox', { name: 'Email address' });
      await address.fill('nobody.yet@example.com');
      await there.context().clearCookies();
      const ended = there.getByRole('dialog', { name: 'Your session has ended' });
      // A person who returns to the page sees data that is at most ten seconds old.
      await until('the end', 60, async () => {
        await there.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
        return ended.isVisible();
      });
      expect(await address.inputValue()).toBe('nobody.yet@example.com');
      await signInAs(ended, typist);
      await ended.waitFor({ state: 'detached' });
      await inviting.getByRole('button', { name: 'Send invitation' }).click();
      const invitations = there.getByRole('list', { name: 'Pending invitations' });
      await invitations.getByText('nobody.yet@example.com').waitFor();
      await other.close();
      // The browser itself reports refused requests.
      expectOnly(faults, /status of 401/);
    },
    2 * PATIENCE_MS,
  );
});
