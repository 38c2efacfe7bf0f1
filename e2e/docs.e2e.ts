import { stack } from '@carillon/stack';
import { WAIT_MS, PATIENCE_MS, openConsole } from './console/open-console';

jest.setTimeout(PATIENCE_MS);

it('the documentation has a search in the browser, and loads nothing from other hosts', async () => {
  const { page, faults, close } = await openConsole();
  page.setDefaultTimeout(WAIT_MS);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${stack().gatewayUrl}/docs/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('maxLateness');
  await page.locator('.result[href*="/docs/api/campaigns"]').first().click();
  await page.waitForURL(/\/docs\/api\/campaigns/);
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
  expect([...hosts]).toEqual([stack().gatewayUrl]);
  // The pages are not part of the API.
  expect(faults.filter((fault) => !/^GET \/docs\/\S+ is not described$/.test(fault))).toEqual([]);
  await close();
});
