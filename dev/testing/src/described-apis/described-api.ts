import { formParts } from '@carillon/fake-providers';
import type { HttpAnswer, HttpRequest } from '@carillon/http-client';
import { Ajv, type ValidateFunction } from 'ajv';
import ts from 'typescript';
import { Schemas } from './schemas';

/** A request of a provider, and the response to it. */
export interface Exchange {
  request: HttpRequest;
  answer: HttpAnswer;
}

interface Operation {
  name: string;
  method: string;
  path: RegExp;
  request: Body;
  /** By the status. */
  answers: ReadonlyMap<string, Body>;
}

/** Null: there is no body. */
type Body = ValidateFunction | null;

/** The API of a provider, as the types of its own package describe it. */
export class DescribedApi {
  private constructor(private readonly operations: readonly Operation[]) {}

  /**
   * The APIs that a file exports, by name. Each is an interface whose fields are operations, such as
   * `POST /v1/messages/{id}`, with the type of the `request` and those of the `answers` by their status. `undefined` stands
   * for no body.
   */
  static in(file: string): ReadonlyMap<string, DescribedApi> {
    const program = ts.createProgram([file], optionsOf(file));
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing`);
    const apis = checker.getExportsOfModule(module).map((symbol) => {
      const operations = fieldsOf(checker.getDeclaredTypeOfSymbol(symbol), checker);
      return [symbol.name, new DescribedApi(operations.map((each) => operationOf(each, checker)))] as const;
    });
    return new Map(apis);
  }

  /** What doesn't fit the description. */
  faultsIn({ request, answer }: Exchange): string[] {
    const { method, url } = request;
    const operation = this.operations.find((each) => each.method === method && each.path.test(url.pathname));
    if (!operation) return [`${method} ${url.pathname} is not described`];
    const answered = operation.answers.get(String(answer.status));
    if (answered === undefined) return [`${operation.name}: ${answer.status} is not described`];
    return [
      ...faultsBy(operation.request, bodyOf(request), `${operation.name}: request`),
      ...faultsBy(answered, answer.body, `${operation.name}: ${answer.status}`),
    ];
  }
}

function optionsOf(file: string): ts.CompilerOptions {
  const config = ts.findConfigFile(file, (path) => ts.sys.fileExists(path)) ?? '';
  const { options } = ts.parseJsonConfigFileContent({ extends: config, files: [file] }, ts.sys, '.');
  // The types of Node and Jest take time, and no API has them.
  return { ...options, types: [], incremental: false };
}

type Field = readonly [name: string, type: ts.Type];

function fieldsOf(type: ts.Type, checker: ts.TypeChecker): Field[] {
  return type.getProperties().map((field) => [field.name, checker.getTypeOfSymbol(field)]);
}

function operationOf([name, type]: Field, checker: ts.TypeChecker): Operation {
  const [method = '', path = ''] = name.split(' ');
  const { request, answers } = Object.fromEntries(fieldsOf(type, checker));
  if (!request || !answers) throw new Error(`${name} needs a request and answers`);
  const byStatus = fieldsOf(answers, checker).map(([status, own]) => [status, bodyBy(own, checker)] as const);
  return {
    ...{ name, method, path: new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`) },
    ...{ request: bodyBy(request, checker), answers: new Map(byStatus) },
  };
}

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });

function bodyBy(type: ts.Type, checker: ts.TypeChecker): Body {
  if (type.flags & ts.TypeFlags.Undefined) return null;
  if (type.flags & ts.TypeFlags.Any) throw new Error('A type is unknown');
  const schemas = new Schemas(checker);
  const schema = schemas.of(type);
  return ajv.compile({ ...schema, $defs: schemas.defined });
}

function faultsBy(validate: Body, value: unknown, part: string): string[] {
  if (validate === null) return value === undefined ? [] : [`${part} has a body`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '', params, data }) => {
    const details = `${JSON.stringify(params)} ${JSON.stringify(data)}`.slice(0, 300);
    return `${part}${instancePath}: ${message} ${details}`;
  });
}

/** The fields of a request. Undefined: it has no body. */
function bodyOf({ headers, body }: HttpRequest): unknown {
  if (body === null) return undefined;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body));
  if (!type.startsWith('multipart/')) return JSON.parse(body) as unknown;
  const parts = formParts(Buffer.from(body), type) ?? new Map<string, Buffer[]>();
  return Object.fromEntries([...parts].map(([name, values]) => [name, values.join(', ')]));
}
