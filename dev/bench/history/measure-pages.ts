import { randomBytes } from 'node:crypto';
import { stack } from '@carillon/stack';
import { type Page, chromium } from 'playwright-core';
import { data } from '../../driver/api';
import { type TestGroup, type TestUser, unique } from '../../driver/arrange';
import { findChromium } from '../../local-services/src/index';
import { fetching } from '../../testing/src/fetched-programs';
import { print } from '../print';
import { cpuSeconds } from '../processes';
import type { Results } from '../results';

const WAIT_MS = 60_000;

interface Measured {
  name: string;
  /** Below /console. */
  path: string;
  /** What shows that the page has its data and reacts. */
  shown: (page: Page) => Promise<unknown>;
}

/** Opens each page in a new tab of a signed-in browser, as from a bookmark, until its data is shown. */
export async function measurePages(
  user: TestUser,
  group: TestGroup,
  runs: number,
  results: Results,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(fetching('chromium')),
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    context.setDefaultTimeout(WAIT_MS);
    const at = (path: string): string => `${stack().gatewayUrl}/console${path}`;
    const first = await context.newPage();
    await first.goto(at(''));
    await signIn(first, user);
    await first.getByRole('navigation').first().waitFor();
    for (const { name, path, shown } of await pagesOf(user, group)) {
      const [times, own, services]: [number[], number[], number[]] = [[], [], []];
      for (let run = 0; run <= runs; run++) {
        const page = await context.newPage();
        const thread = await mainThread(page);
        const [from, before] = [performance.now(), cpuSeconds()];
        await page.goto(at(path), { waitUntil: 'commit' });
        await shown(page);
        const [time, after] = [performance.now() - from, cpuSeconds()];
        // The first visit fills the browser's cache.
        if (run > 0) {
          times.push(time);
          own.push(await thread());
          services.push((after - before) * 1_000);
        }
        await page.close();
      }
      results.add(name, times);
      results.add('  CPU of the main thread', own);
      results.add('  CPU of all services', services);
    }
  } finally {
    await browser.close();
  }
  print();
}

/** Returns a function that reads the processor time of the page's main thread (milliseconds). */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
}

async function signIn(page: Page, user: TestUser): Promise<void> {
  const [email, password] = [`${unique('person')}@example.com`, randomBytes(12).toString('hex')];
  const member = { email, password, name: 'Ada', role: 'owner' };
  await data('POST', `/operator/users/${user.id}/members`, member, stack().operatorKey);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function pagesOf(user: TestUser, group: TestGroup): Promise<Measured[]> {
  const { campaigns } = (await data('GET', '/campaigns?limit=1', undefined, user.key)) as {
    campaigns: { _id: string; name: string }[];
  };
  const [{ _id: campaign, name } = { _id: '', name: '' }] = campaigns;
  return [
    {
      ...{ name: 'dashboard', path: '' },
      shown: (page) =>
        page
          .getByRole('region', { name: 'The last 90 days' })
          .getByRole('img', { name: /^Sent in the last 90 days: \d/ })
          .waitFor(),
    },
    { ...{ name: 'campaigns', path: '/campaigns' }, shown: (page) => page.getByText(name).first().waitFor() },
    {
      ...{ name: 'calendar', path: '/campaigns/calendar' },
      shown: (page) =>
        page
          .getByText(/Offers of day/)
          .first()
          .waitFor(),
    },
    {
      ...{ name: 'report', path: `/campaigns/${campaign}/report` },
      shown: (page) => page.getByRole('heading', { name }).waitFor(),
    },
    { ...{ name: 'groups', path: '/people' }, shown: (page) => page.getByText('Group-').first().waitFor() },
    {
      ...{ name: 'people of a group', path: `/people/${group.id}` },
      shown: (page) =>
        page
          .getByText(/person\.\d+@example\.com/)
          .first()
          .waitFor(),
    },
    {
      ...{ name: 'all people', path: '/people/all' },
      shown: (page) =>
        page
          .getByText(/person\.\d+@example\.com/)
          .first()
          .waitFor(),
    },
  ];
}
