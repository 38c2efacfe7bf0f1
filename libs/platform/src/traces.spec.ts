import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { areTracesOn, beginSpan, useTracer } from '@carillon/messaging';
import { parseConfig, tracesConfig } from './config';
import { Logger } from './logger';
import { Traces } from './traces';

const silent = Logger.create('test', 'silent');
const configOf = (environment: Record<string, string>) => parseConfig(tracesConfig, environment);

describe('the traces of a process', () => {
  let collector: Server;
  let answer: (response: ServerResponse) => void;
  let bodies: string[];
  let headers: (string | undefined)[];
  let traces: Traces;
  let spanCount: () => number;

  beforeEach(async () => {
    bodies = [];
    headers = [];
    answer = (response) => response.end('{}');
    spanCount = () => bodies.join().match(/"spanId"/g)?.length ?? 0;
    collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        headers.push(request.headers.authorization);
        if (response.statusCode === 200) bodies.push(body);
        answer(response);
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    useTracer(null);
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  });

  const start = async (environment: Record<string, string> = {}, log = silent): Promise<void> => {
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER: 'always_on',
      ...environment,
    };
    traces = await Traces.start('campaign', configOf(given), log);
  };
  const write = (count: number, parent?: string): number =>
    Array.from({ length: count }, () =>
      beginSpan({ name: 'GET /groups', kind: 'server', parent, attributes: {} }),
    ).filter((span) => {
      span?.end();
      return span !== null;
    }).length;

  it('are exported before it ends, with the headers for the collector', async () => {
    await start({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret,x-tenant=a' });
    write(3);
    await traces.close(60_000);
    expect(spanCount()).toBe(3);
    expect(headers).toEqual(['Bearer s3cret']);
    expect(areTracesOn()).toBe(false);
  });

  it('follow the decision of the sampler, or of the caller', async () => {
    const of = (flags: string): string => `00-${'c'.repeat(32)}-${'d'.repeat(16)}-${flags}`;
    await start({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' });
    const some = write(1_000);
    expect(some).toBeGreaterThan(350);
    expect(some).toBeLessThan(650);
    expect([write(10, of('01')), write(10, of('00'))]).toEqual([10, 0]);
    await traces.close();
    await start({ OTEL_TRACES_SAMPLER: 'always_off' });
    expect(write(10, of('01'))).toBe(0);
    await traces.close();
  });

  it('are sampled at one in twenty by default', () => {
    expect(configOf({})).toEqual({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: 0.05,
    });
  });

  it('do not block its end or fill its memory while the collector does not respond', async () => {
    const held: ServerResponse[] = [];
    const asked = new Promise<void>((resolve) => {
      answer = (response) => {
        held.push(response);
        resolve();
      };
    });
    await start();
    write(20_000);
    await asked;
    await traces.close();
    // At most 2,048 spans wait, and 512 are in the hanging export.
    expect(spanCount()).toBeLessThanOrEqual(2_560);
    for (const response of held) response.end('{}');
  });

  it('log once that they cannot be exported', async () => {
    const lines: string[] = [];
    const written = Promise.withResolvers<true>();
    const note = (line: string): void => {
      lines.push(line);
      written.resolve(true);
    };
    answer = (response) => void response.writeHead(400).end();
    await start({}, Logger.create('test', 'info', { write: note }));
    write(512);
    await written.promise;
    write(512);
    await traces.close(60_000);
    expect(headers).toHaveLength(2);
    expect(lines.filter((line) => line.includes('traces cannot be exported'))).toHaveLength(1);
  });
});

describe('a process without a collector', () => {
  afterEach(() => jest.resetModules());

  it('does not load the SDK', async () => {
    jest.doMock('@opentelemetry/sdk-trace', () => {
      throw new Error('loaded');
    });
    const fresh = jest.requireActual<{ Traces: typeof Traces }>('./traces');
    await (await fresh.Traces.start('campaign', configOf({}), silent)).close();
    expect(areTracesOn()).toBe(false);
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    await expect(fresh.Traces.start('campaign', configOf(endpoint), silent)).rejects.toThrow('loaded');
  });
});
