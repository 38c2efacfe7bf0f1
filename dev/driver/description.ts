import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { stack } from '@carillon/stack';

interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
  schema?: object;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { $ref?: string; content?: Record<string, { schema: object }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, Parameter> };
}

/** The API description that the gateway serves. Requests and responses are checked against it. */
export class Description {
  private readonly bodies = addFormats(new Ajv2020({ strict: false }));
  private readonly queries = addFormats(new Ajv2020({ strict: false, coerceTypes: true }));

  private constructor(private readonly document: Document) {
    this.bodies.addSchema(document, 'openapi');
    this.queries.addSchema(document, 'openapi');
  }

  static async read(): Promise<Description> {
    const answered = await fetch(`${stack().gatewayUrl}/api/openapi.json`);
    return new Description((await answered.json()) as Document);
  }

  /**
   * Describes how `GET /groups?limit=5` with this body (which may be empty) differs from the API description, or
   * returns null if it does not differ.
   */
  misfit(request: string, body: unknown): string | null {
    const [method = '', target = ''] = request.split(' ');
    const { pathname, searchParams } = new URL(target, 'http://x');
    const operation = this.operation(method, `/api/v1${pathname}`);
    if (!operation) return 'no such operation';
    const query = Object.fromEntries(searchParams);
    return wrong(this.queryOf(operation), query) ?? this.wrongBody(operation, body);
  }

  /** Whether an operation exists with each of these names in its query. The values may be invalid. */
  knows(method: string, path: string, search: string): boolean {
    const operation = this.operation(method, path);
    if (!operation) return false;
    const names = this.namesOf(operation).map(({ name }) => name);
    return [...new URLSearchParams(search).keys()].every((name) => names.includes(name));
  }

  /** Finds the operation of a path. Literal segments take precedence over parameters, as in the gateway. */
  private operation(method: string, path: string): Operation | undefined {
    const fitting = Object.entries(this.document.paths)
      .filter(([form]) => new RegExp(`^(/api/v1)?${form.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .sort(([a], [b]) => a.split('{').length - b.split('{').length);
    return fitting[0]?.[1][method.toLowerCase()];
  }

  /** The names of the query parameters of an operation. */
  private namesOf({ parameters = [] }: Operation): Parameter[] {
    return parameters
      .map((each) =>
        each.$ref ? (this.document.components.parameters?.[each.$ref.split('/').at(-1) ?? ''] ?? {}) : each,
      )
      .filter((each) => each.in === 'query');
  }

  private queryOf(operation: Operation): ValidateFunction {
    const known = this.namesOf(operation);
    const properties = Object.fromEntries(known.map(({ name = '', schema = {} }) => [name, schema]));
    return this.queries.compile(local({ type: 'object', properties, additionalProperties: false }));
  }

  private wrongBody({ requestBody }: Operation, body: unknown): string | null {
    if (body === '') return null;
    const schema = requestBody?.content?.['application/json']?.schema;
    return schema ? wrong(this.bodies.compile(local(schema)), body) : 'there is no body here';
  }
}

/** Resolves references within the document. */
function local(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
}

function wrong(fits: ValidateFunction, value: unknown): string | null {
  if (fits(value)) return null;
  return JSON.stringify(
    fits.errors?.map(({ instancePath, message, params }) => [instancePath, message, params]),
  );
}
