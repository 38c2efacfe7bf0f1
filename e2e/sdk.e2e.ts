import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples, packed, ran } from '../clients/sdk/test/packed';
import { newUser } from '../dev/driver/arrange';
import { data, list } from '../dev/driver/api';
import { inboxOf } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

jest.setTimeout(600_000);

it('the examples in the SDK README work in an installed package', async () => {
  const user = await newUser();
  const { folder } = packed();
  const address = `mary+${user.id}@example.com`;
  const script = examples()
    .replace('https://carillon.example.com', stack().gatewayUrl)
    .replace('car_live_…', user.key)
    .replace('mary@example.com', address);
  writeFileSync(join(folder, 'examples.mts'), script);
  writeFileSync(join(folder, 'people.csv'), 'integration,identifier\nemail,ann@example.com\n');

  const lines = ran(folder, process.execPath, 'examples.mts').trim().split('\n');
  rmSync(folder, { recursive: true });

  expect(lines).toEqual(
    expect.arrayContaining([
      'true',
      'choir 1',
      'order-1042 0',
      '1 1',
      'SENT 1 of 1',
      '45 of 45',
      expect.stringMatching(/^validation_failed 422 [\w-]+$/),
      expect.stringMatching(/^name (empty|too_short) /),
    ]),
  );
  const [mail] = await inboxOf(address);
  expect(mail).toMatchObject({ subject: 'Hello Mary' });
  const groups = list(await data('GET', '/groups?include=counts', undefined, user.key), 'groups');
  // Groups that were created within one second are in no particular order, because their IDs come from idempotency
  // keys.
  expect(groups.map(({ slug }) => slug).sort()).toEqual(['choir', 'order-1042']);
});
