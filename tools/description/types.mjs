/**
 * Prints the TypeScript types for the OpenAPI document from its input that a client needs: requests and their
 * successful responses. Descriptions are omitted, so that only a change of types changes the output.
 */
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const API = '/api/v1/';

const document = JSON.parse(await text(process.stdin));
const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(API));
for (const operation of paths.flatMap(([, operations]) => Object.values(operations))) {
  const succeeded = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  operation.responses = Object.fromEntries(
    succeeded.map(([status, { description, content }]) => [status, { description, content }]),
  );
}
const { schemas, parameters } = document.components;
for (const schema of Object.values(schemas).filter(({ properties }) => properties)) {
  // The API checks rules about several fields. Types for these rules would only be inconvenient.
  for (const rule of ['allOf', 'anyOf', 'oneOf']) delete schema[rule];
}
const types = await openapiTS(
  { ...document, paths: Object.fromEntries(paths), components: { schemas, parameters } },
  { alphabetize: true },
);
process.stdout.write(
  '// Generated from the API’s description by `npm run api-types`. Don’t edit this file.\n',
);
process.stdout.write(astToString(types, { formatOptions: { removeComments: true } }));
