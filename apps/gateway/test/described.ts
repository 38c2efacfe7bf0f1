import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { channels } from '@carillon/contracts';
import type { Answer } from './answer';
import { describedGateway } from './description';

/** How much of a request and its response is shown if they do not match (characters). */
const SHOWN = 1_000;

/** The part of the API description that responses are checked against. */
interface Described {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, { schema: object }>;
}
type Operations = Record<string, { responses: Record<string, Described> }>;
interface Document {
  paths: Record<string, Operations>;
  components: {
    headers: Record<string, { required?: boolean }>;
    responses: Record<string, Described>;
    schemas: Record<string, object>;
  };
}

interface DescribedPath {
  form: RegExp;
  parameters: number;
  operations: Operations;
}

let document: Document;
let paths: DescribedPath[];
const ajv = addFormats(new Ajv2020({ strict: false }));

const isRead = described(process.env.TEST_RUN_FOLDER).then((made) => {
  document = made;
  const { schemas } = document.components;
  ajv.addSchema({ components: { schemas } }, 'openapi');
  // Literal segments come before parameters, as in the gateway.
  paths = Object.entries(document.paths)
    .map(([path, operations]) => ({
      form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      parameters: path.split('{').length,
      operations,
    }))
    .sort((a, b) => a.parameters - b.parameters);
});

/**
 * The API description. The first spec file of a test run makes it for the other files with the same channels, because
 * this takes a second.
 */
async function described(folder: string | undefined): Promise<Document> {
  if (folder === undefined) return (await describedGateway()) as Document;
  const file = join(folder, `openapi-${channels.join('-')}.json`);
  const made = await readFile(file, 'utf8').catch(async () => {
    const text = JSON.stringify(await describedGateway());
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(unfinished, text);
    await rename(unfinished, file);
    return text;
  });
  return JSON.parse(made) as Document;
}

/**
 * Checks a response of the gateway against the API description. Methods that a path does not accept and unknown paths
 * are not described.
 */
export async function expectDescribed(method: string, target: string, answer: Answer): Promise<void> {
  await isRead;
  const wrong = misfits(method, target, answer);
  if (wrong.length === 0) return;
  const request = `${method} ${target.slice(0, SHOWN)}`;
  const answered = `${answer.status} ${answer.text.slice(0, SHOWN)}`;
  throw new Error(`Not as described: ${wrong.join('; ')}\n${request} was answered ${answered}`);
}

function misfits(method: string, target: string, answer: Answer): string[] {
  const [path = ''] = target.split('?', 1);
  const operations = paths.find(({ form }) => form.test(path))?.operations;
  const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (!operation) return [];
  const response = operation.responses[answer.status];
  if (!response) return [`the status ${answer.status} is not described`];
  const described =
    response.$ref === undefined ? response : document.components.responses[nameIn(response.$ref)];
  return [
    ...wrongHeaders(described ?? {}, answer),
    ...(method === 'HEAD' ? [] : wrongBody(described ?? {}, answer)),
  ];
}

function wrongHeaders({ headers = {} }: Described, answer: Answer): string[] {
  const needed = Object.entries(headers).filter(([, header]) => {
    const { required } =
      header.$ref === undefined ? header : (document.components.headers[nameIn(header.$ref)] ?? {});
    return required;
  });
  return needed
    .filter(([name]) => answer.headers[name.toLowerCase()] === undefined)
    .map(([name]) => `the header ${name} is missing`);
}

function wrongBody({ content = {} }: Described, { headers, text, body }: Answer): string[] {
  const type = headers['content-type']?.split(';', 1)[0];
  const isJson = /[/+]json$/.test(type ?? '');
  // A file may be empty.
  if (type === undefined || (isJson && text === ''))
    return Object.keys(content).length > 0 ? ['there is no body'] : [];
  const media = content[type];
  if (!media) return [`${type} is not described`];
  const fits = validatorOf(media.schema);
  return fits(isJson ? body : text) ? [] : [ajv.errorsText(fits.errors)];
}

const validators = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const cached = validators.get(schema);
  if (cached) return cached;
  const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  const validator = ajv.compile(inDocument);
  validators.set(schema, validator);
  return validator;
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
