import { readFileSync } from 'node:fs';
import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { Value, type ValueError } from '@sinclair/typebox/value';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment that the process was started with. It is read only here. */
export const processEnvironment: Environment = process.env;

/**
 * The variables that a part of a service reads from its environment. `token` is the injection token of the parsed
 * values.
 */
export interface ConfigDefinition<P extends TProperties = TProperties> {
  readonly token: symbol;
  readonly schema: TObject<P>;
}

/** The parsed, frozen values of a definition. Optional variables that are not set are absent. */
export type ConfigOf<D extends ConfigDefinition> = Readonly<Static<D['schema']>>;

/** Declares the variables of a service: names as in the environment, types, defaults, and descriptions. */
export function defineConfig<P extends TProperties>(name: string, variables: P): ConfigDefinition<P> {
  return { token: Symbol(`${name} config`), schema: Type.Object(variables) };
}

/** Marks a variable whose value is never shown, even if it is invalid, and that can be in a file (see secretText). */
export function secret<T extends TSchema>(schema: T): T {
  return { ...schema, secret: true };
}

/**
 * Parses the value of a secret variable further. The message of an error that `parse` throws must not repeat the value.
 * @throws ConfigError
 */
export function parseSecret<T>(name: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name}: read a secret value; ${why}`, { cause: error });
  }
}

/** The configuration is invalid. The message names every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Returns the value of a secret variable, or the content of the file that `<name>_FILE` names, without a newline at its
 * end; undefined if neither is set.
 * @throws ConfigError that names the file and does not show its content
 */
export function secretText(name: string, environment: Environment): string | undefined {
  const value = environment[name]?.trim();
  const file = environment[`${name}_FILE`]?.trim();
  if (!file) return value === '' ? undefined : value;
  if (value) throw new ConfigError(`${name}: ${name}_FILE is also set; set only one of them`);
  const text = readSecret(`${name}_FILE`, file).replace(/\r?\n$/, '');
  if (text.trim() === '') throw new ConfigError(`${name}_FILE: ${file} is empty`);
  return text;
}

function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`${variable}: cannot read ${file} (${code})`, { cause });
  }
}

/**
 * Reads the variables of one definition; an empty string counts as not set. A secret may be in a file.
 * @throws ConfigError
 */
export function parseConfig<D extends ConfigDefinition>(
  definition: D,
  environment: Environment,
): ConfigOf<D> {
  const { properties } = definition.schema;
  const texts: Record<string, unknown> = {};
  const wrong = new Map<string, string>();
  for (const [name, schema] of Object.entries(properties)) {
    try {
      const text = schema.secret === true ? secretText(name, environment) : environment[name]?.trim();
      if (text) texts[name] = text;
    } catch (error) {
      wrong.set(name, (error as ConfigError).message);
    }
  }
  const values = Value.Convert(definition.schema, Value.Default(definition.schema, texts));
  const isValid = Value.Check(definition.schema, values);
  if (!isValid || wrong.size > 0) {
    for (const error of Value.Errors(definition.schema, values)) {
      const name = error.path.split('/')[1] ?? '';
      if (!wrong.has(name)) wrong.set(name, explain(name, properties[name], texts[name], error));
    }
    throw new ConfigError(['Invalid configuration:', ...wrong.values()].join('\n  '));
  }
  return Object.freeze(values);
}

function explain(name: string, schema: TSchema | undefined, read: unknown, error: ValueError): string {
  const shown =
    read === undefined
      ? 'it is not set'
      : schema?.secret === true
        ? 'read a secret value'
        : `read ${JSON.stringify(read)}`;
  const about = typeof schema?.description === 'string' ? ` (${schema.description})` : '';
  return `${name}: ${shown}; ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}${about}`;
}

/**
 * The URL of one broker. Several brokers need one URL each, because a broker URL has one host, unlike a database URL.
 */
const BROKER = 'amqps?://([^/\\s]*@)?[^@/,\\s]+(/[^,\\s]*)?';

/** The variables that every service has. */
export const platformConfig = defineConfig('platform', {
  AMQP_URL: secret(
    Type.String({
      pattern: `^${BROKER}(\\s*,\\s*${BROKER})*$`,
      description:
        'the broker: amqp://user:password@host:port/vhost; several are tried in turn, separated by commas',
    }),
  ),
  AMQP_COMMAND_QUEUES: Type.Optional(
    Type.Union([Type.Literal('classic'), Type.Literal('quorum')], {
      description: 'the type of command queues; quorum by default if AMQP_URL lists several brokers',
    }),
  ),
  REQUEST_PATIENCE_MS: Type.Integer({
    default: 0,
    minimum: 0,
    description:
      'the minimum time to wait for the response of another service (milliseconds); each command has its own time, which may be longer',
  }),
  ADMIN_HOST: Type.String({
    default: '127.0.0.1',
    description: 'the listening address of health and metrics',
  }),
  ADMIN_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'the port of health and metrics; 0: any free port',
  }),
  LOG_LEVEL: Type.Union(
    ['debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'debug, info, warn, error, or silent' },
  ),
});
export type PlatformConfig = ConfigOf<typeof platformConfig>;

/** OpenTelemetry's own variables that services support. */
export const tracesConfig = defineConfig('traces', {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s@]+$',
      description: 'the trace collector (OTLP over HTTP): http://collector:4318; absent: no traces',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    secret(Type.String({ description: 'headers for the collector: name=value,name=value' })),
  ),
  OTEL_TRACES_SAMPLER: Type.Union(
    ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [
      Type.Literal(name),
      Type.Literal(`parentbased_${name}`),
    ]),
    {
      default: 'parentbased_traceidratio',
      description: 'always_on, always_off, or traceidratio, each also with the prefix parentbased_',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 0.05,
    minimum: 0,
    maximum: 1,
    description: 'the share of traces that is recorded, with traceidratio',
  }),
});
export type TracesConfig = ConfigOf<typeof tracesConfig>;
