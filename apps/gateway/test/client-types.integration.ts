import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gateway } from './gateway';

const root = join(__dirname, '../../..');
const file = join(root, 'clients/sdk/src/schema.ts');

/** The types of the gateway's description. A separate process generates them, with modules that Jest can't load. */
async function madeTypes(): Promise<string> {
  const gateway = await Gateway.start();
  const { text: input } = await gateway.plain('GET', '/api/openapi.json');
  await gateway.close();
  const env = { ...process.env, NODE_OPTIONS: '' };
  const script = join(root, 'tools/description/types.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script], { input, env, encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return stdout;
}

it('the types of clients are those of the description: `npm run api-types` makes them so', async () => {
  const types = await madeTypes();
  // Set by that command. Otherwise they are only compared.
  if (process.env.API_TYPES === 'write') writeFileSync(file, types);
  expect(readFileSync(file, 'utf8')).toBe(types);
});
