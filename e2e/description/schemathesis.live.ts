import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stack } from '@carillon/stack';
import { requireSchemathesis, runSchemathesis } from './schemathesis';

/**
 * The number of test cases of an operation in each phase. The whole run takes two to three minutes on two cores. More
 * cases find more errors.
 */
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '15';
const WHOLE_MS = 3_600_000;
const results = resolve('.carillon', 'results');

/** Creates the group that schemathesis.toml names. */
async function createGroup(gatewayUrl: string, apiKey: string): Promise<void> {
  const { status } = await fetch(`${gatewayUrl}/api/v1/groups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Choir', slug: 'choir' }),
  });
  expect(status).toBe(201);
}

beforeAll(requireSchemathesis, WHOLE_MS);

describe('the running gateway', () => {
  it(
    'matches its description for all generated requests',
    async () => {
      const { gatewayUrl, apiKey, operatorKey } = stack();
      await createGroup(gatewayUrl, apiKey);
      const keys = { CARILLON_API_KEY: apiKey, CARILLON_OPERATOR_KEY: operatorKey };
      const options = ['--max-examples', EXAMPLES];
      const { code, output } = await runSchemathesis(`${gatewayUrl}/api/openapi.json`, options, keys);
      mkdirSync(results, { recursive: true });
      writeFileSync(resolve(results, 'schemathesis.txt'), output);
      expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    },
    WHOLE_MS,
  );
});
