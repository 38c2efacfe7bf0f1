import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describedGateway, gatewayRoutes } from '../../test/description';

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Described {
  description?: string;
  schema: { examples?: unknown[] };
}
interface Answer {
  $ref?: string;
  headers?: Record<string, Described>;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  parameters: (Described & { name: string; in: string; $ref?: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>> & { responses: Record<string, Answer> };
}

let document: Document;
let operations: [string, Operation][];
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
const validators = new Map<string, ValidateFunction>();

beforeAll(async () => {
  document = (await describedGateway()) as Document;
  ajv.addSchema(document, 'openapi');
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});

/** The errors of a value according to a schema in the document. */
function wrong(schema: object, value: unknown): string {
  const inDocument = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const fits = validators.get(inDocument) ?? ajv.compile(JSON.parse(inDocument) as object);
  validators.set(inDocument, fits);
  return fits(value) ? '' : `${ajv.errorsText(fits.errors)} in ${JSON.stringify(value)}`;
}

describe('the document', () => {
  it('describes every route', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(gatewayRoutes.sort());
  });

  it('gives every operation a unique name', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  it('contains only parts that are referenced, and every referenced part', () => {
    const defined = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference,
    );
    expect([...new Set(referred)].sort()).toEqual(defined.sort());
  });

  it('lists the user key before other ways to authenticate', () => {
    expect(Object.keys(document.components.securitySchemes ?? {})[0]).toBe('userKey');
  });

  it('has no schema that accepts any value', () => {
    expect(vagueIn(document.components.schemas, 'components')).toEqual([]);
    expect(vagueIn(document.paths, 'paths')).toEqual([]);
  });
});

describe('every example passes its schema', () => {
  it('of every operation', () => {
    expect(operations.flatMap(([name, operation]) => wrongIn(operation).map((each) => [name, each]))).toEqual(
      [],
    );
  });

  function wrongIn({ parameters, requestBody, responses }: Operation): string[] {
    const answers = Object.values(responses).map((answer) => referredTo(answer));
    const media = [requestBody, ...answers].flatMap((each) => Object.values(each?.content ?? {}));
    const examples = media.flatMap(({ schema, example, examples = {} }) => [
      ...(example === undefined ? [] : [wrong(schema, example)]),
      ...Object.values(examples).map(({ value }) => wrong(schema, value)),
    ]);
    const described = parameters.filter(({ $ref }) => !$ref);
    const inSchemas = described.flatMap(({ schema }) =>
      (schema.examples ?? []).map((each) => wrong(schema, each)),
    );
    return [...examples, ...inSchemas].filter((each) => each !== '');
  }

  it('in shared parts, too', () => {
    const { headers = {}, parameters = {} } = document.components as Record<
      string,
      Record<string, Described>
    >;
    const shared = [...Object.values(headers), ...Object.values(parameters)];
    const all = shared.flatMap(({ schema }) => schema.examples?.map((each) => wrong(schema, each)) ?? []);
    expect(all.filter((each) => each !== '')).toEqual([]);
  });
});

function referredTo(answer: Answer): Answer {
  const name = answer.$ref?.split('/').at(-1);
  return name === undefined ? answer : (document.components.responses[name] ?? {});
}

const limiting = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'pattern', 'required', 'if'];

/** The places of schemas without any constraint, and of objects without described properties. */
function vagueIn(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const vague = Object.entries(node).flatMap(([key, value]) => {
    const isSchema = ['schema', 'items', 'additionalProperties', 'propertyNames'].includes(key);
    return isSchema && typeof value === 'object' && isVague(value as object) ? [`${at}.${key}`] : [];
  });
  const within = Object.entries(node).filter(([key]) => !/^examples?$/.test(key));
  return [...vague, ...within.flatMap(([key, value]) => vagueIn(value, `${at}.${key}`))];
}

function isVague(schema: { type?: string; properties?: object; additionalProperties?: unknown }): boolean {
  if (!limiting.some((key) => key in schema)) return true;
  const { type, properties, additionalProperties } = schema;
  return type === 'object' && !properties && (additionalProperties ?? true) === true;
}
