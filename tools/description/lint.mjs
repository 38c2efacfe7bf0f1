/**
 * Lints the OpenAPI document on its input by the linter's recommended rules. Prints one line per problem; exits with 1
 * if there is any problem or warning.
 */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const source = await text(process.stdin);
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { severity, ruleId, message, location } of problems) {
  process.stdout.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
