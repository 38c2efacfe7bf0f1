import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { stack } from '@carillon/stack';
import { chromium } from '../../dev/testing/src/fetched-programs';
import { data, text, until } from '../../dev/driver/api';
import { type TestUser, newUser, unique } from '../../dev/driver/arrange';
import { Description } from '../../dev/driver/description';

/** The time limit for one browser step on a busy machine (milliseconds). It measures nothing. */
export const WAIT_MS = 60_000;
/** The time limit for a few steps. */
export const PATIENCE_MS = 3 * WAIT_MS;
/** The interval between a page's checks for notifications (milliseconds). */
const CHECK_MS = 30_000;
/** The pause after each of these checks (milliseconds). */
const SHOWN_MS = 500;
/** The time that a page that is too wide has to adapt (seconds). */
const SETTLED_S = 10;

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when all finite animations have ended. A canceled animation counts as ended. */
const stillness = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0))
    .map(({ finished }) => finished.catch(() => undefined)),
).then(() => undefined)`;

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

export interface Console {
  context: BrowserContext;
  page: Page;
  /**
   * Script errors, unexpected responses, requests that the page's policy blocked, and requests that the API does not
   * describe.
   */
  faults: string[];
  /** @param path the path below /console */
  at: (path: string) => string;
  close: () => Promise<void>;
}

/** Closes browsers that a failed test left open. Otherwise, they would keep Jest running. */
const browsers: Browser[] = [];
afterAll(async () => {
  await Promise.all(browsers.splice(0).map((browser) => browser.close()));
});

/** Opens Chromium with an empty page, in English, for a reader in Berlin. */
export async function openConsole(): Promise<Console> {
  const browser = await playwright.launch({ executablePath: await chromium(), args: ['--no-sandbox'] });
  browsers.push(browser);
  const faults: string[] = [];
  const context = await watchedContext(browser, faults);
  return {
    context,
    page: await context.newPage(),
    faults,
    at: (path) => `${stack().gatewayUrl}/console${path}`,
    close: () => browser.close(),
  };
}

/** Opens another person's browser, with a page that is also watched. */
export async function anotherBrowser({
  context,
  faults,
}: Console): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = context.browser();
  if (!browser) throw new Error('There is no browser');
  const other = await watchedContext(browser, faults);
  return { page: await other.newPage(), close: () => other.close() };
}

async function watchedContext(browser: Browser, faults: string[]): Promise<BrowserContext> {
  const description = await Description.read();
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
  context.setDefaultTimeout(WAIT_MS);
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`.trim());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    const { origin, pathname, search } = new URL(request.url());
    if (origin === stack().gatewayUrl && pathname.startsWith('/console/')) return;
    const asked = `${request.method()} ${pathname}${search}`;
    if (origin !== stack().gatewayUrl) faults.push(`${asked} is asked of ${origin}`);
    else if (!description.knows(request.method(), pathname, search)) faults.push(`${asked} is not described`);
  });
  return context;
}

export interface TestPerson {
  email: string;
  password: string;
  user: TestUser;
}

/** The account that the stack starts with. It has senders of all channels. */
export async function firstUser(): Promise<TestUser> {
  const key = stack().apiKey;
  return { id: text(await data('GET', '/account', undefined, key), 'account', '_id'), key };
}

/** Creates a member of an account as the operator. Without an account, creates a new one. */
export async function newPerson(
  role: 'owner' | 'editor' | 'sender' | 'approver' | 'viewer' = 'owner',
  user?: TestUser,
  named = 'Ada',
): Promise<TestPerson> {
  const account = user ?? (await newUser('UPGRADED'));
  const name = unique('person');
  const person = { email: `${name}@example.com`, password: `${name} has a password` };
  const member = { ...person, name: named, role };
  const made = await data('POST', `/operator/users/${account.id}/members`, member, stack().operatorKey);
  text(made, 'createMember', '_id');
  return { ...person, user: account };
}

/** Fills in the sign-in form for people. */
export async function signInAs(
  page: Pick<Page, 'getByRole'>,
  { email, password }: Omit<TestPerson, 'user'>,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Fills in the sign-in form for keys. */
export async function signInByKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Use an API key instead' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Sign in with an API key' }).click();
}

/**
 * Waits until a page shows something that it finds in its next check for notifications. Its clock moves forward instead
 * of the test waiting for the check, so call `page.clock.install()` first.
 */
export async function waitForNotification(page: Page, effect: Locator): Promise<void> {
  await until('the notification', WAIT_MS / 1_000, async () => {
    const checked = page.waitForResponse(/\/notifications\/unread$/);
    await page.clock.fastForward(CHECK_MS);
    await checked;
    await effect.waitFor({ timeout: SHOWN_MS }).catch(() => undefined);
    return effect.isVisible();
  });
}

/**
 * Ignores faults of this kind, such as the browser's own reports of rejected requests. Any other fault fails the
 * test.
 */
export function expectOnly(faults: string[], kind: RegExp): void {
  expect(faults.splice(0).filter((fault) => !kind.test(fault))).toEqual([]);
}

/** The serious findings of axe on the page after all animations have ended. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(stillness);
  await page.evaluate(axe);
  const found: { violations: Finding[] } = await page.evaluate('axe.run(document)');
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/**
 * The problems of pages on a phone, in dark mode, and in German: too much width, and serious axe findings.
 * @param places each with its heading
 * @param shown waits for more content on each of them
 */
export async function unfitForPhones(
  { page, at }: Pick<Console, 'page' | 'at'>,
  places: readonly (readonly [path: string, heading: string])[],
  shown?: string,
): Promise<string[]> {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate("localStorage.setItem('carillon.language', 'de')");
  const unfit: string[] = [];
  for (const [path, heading] of places) {
    await page.goto(at(path));
    await page.getByRole('heading', { name: heading }).waitFor();
    if (shown !== undefined) await page.getByText(shown).waitFor();
    if (await isTooWide(page)) unfit.push(`${path}: too wide`);
    unfit.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
  }
  return unfit;
}

/** The problems of a page for recipients, also in dark mode and on a phone. It stays in this mode. */
export async function unfitForRecipients(page: Page): Promise<string[]> {
  const unfit = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 740 });
  unfit.push(...(await seriousFindings(page)));
  if (await isTooWide(page)) unfit.push('too wide');
  return unfit;
}

/** Whether the page stays wider than the window, so that the reader must scroll sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  return until('room for the page', SETTLED_S, () => page.evaluate<boolean>(fits)).then(
    () => false,
    () => true,
  );
}
