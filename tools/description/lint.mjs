/**
 * Lints the OpenAPI document from its input with the linter's recommended rules. Prints one line per problem. Exits
 * with 1 if it finds any problem or warning. Operations that redirect a browser need no other response. Similar paths
 * are not ambiguous if they have no method in common.
 */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const source = await text(process.stdin);
const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
const { paths } = JSON.parse(source);
const methodsOf = (path) => Object.keys(paths[path] ?? {});
const problems = found.filter(({ ruleId, message, location }) => {
  if (ruleId === 'no-ambiguous-paths') {
    const [first, second] = [...message.matchAll(/`([^`]+)`/g)].map(([, path]) => methodsOf(path));
    return first.some((method) => second.includes(method));
  }
  const [, , path = '', method = ''] = (location[0]?.pointer ?? '').split('/');
  const operation = paths[path.replaceAll('~1', '/').replaceAll('~0', '~')]?.[method];
  return ruleId !== 'operation-2xx-response' || operation?.responses?.[302] === undefined;
});
for (const { severity, ruleId, message, location } of problems) {
  process.stdout.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})\n`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
