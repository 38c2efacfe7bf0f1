import { asService, withTrace } from '@carillon/messaging';
import { Logger, NestLogger } from './logger';

describe('a log line', () => {
  let lines: Record<string, unknown>[];
  let log: Logger;

  beforeEach(() => {
    lines = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    log = Logger.create('campaign', 'info', { write });
  });

  it('contains the service, the time, and the level as text', () => {
    log.warn({ batchId: 'b' }, 'Something happened');
    expect(lines).toEqual([
      {
        level: 'warn',
        time: expect.any(String) as string,
        service: 'campaign',
        batchId: 'b',
        msg: 'Something happened',
      },
    ]);
  });

  it('is flushed at once if it is a warning, one flush after the other', () => {
    const flushes: (() => void)[] = [];
    const out = { write: () => undefined, flush: (done: () => void) => void flushes.push(done) };
    const slow = Logger.create('campaign', 'info', out);
    slow.info('Not yet');
    expect(flushes).toHaveLength(0);
    for (let lines = 0; lines < 20; lines++) slow.warn('Now');
    expect(flushes).toHaveLength(1);
    flushes[0]?.();
    expect(flushes).toHaveLength(2);
    flushes[1]?.();
    expect(flushes).toHaveLength(2);
  });

  it('carries the request and campaign it belongs to', () => {
    withTrace({ requestId: 'r-1', campaignId: 'c-1' }, () => log.info('Here'));
    expect(lines[0]).toMatchObject({ requestId: 'r-1', campaignId: 'c-1' });
  });

  it('contains the ID of a sampled trace', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    for (const flags of ['01', '00'])
      withTrace({ traceparent: `00-${traceId}-b7ad6b7169203331-${flags}` }, () => log.info('Here'));
    expect(lines[0]).toMatchObject({ trace_id: traceId });
    expect(lines[1]).not.toHaveProperty('trace_id');
  });

  it('does not contain a value that a unique index refused', () => {
    const message =
      'E11000 duplicate key error collection: x index: y dup key: { address: "ada@example.com" }';
    log.error({ err: new Error(message), detail: message, reason: message }, 'It was refused');
    expect(JSON.stringify(lines)).not.toContain('ada@example.com');
    expect(lines[0]).toMatchObject({ detail: expect.stringContaining('index: y') as string });
  });

  it('does not contain that value in errors that Nest reports', () => {
    const error = new Error('E11000 duplicate key error dup key: { address: "ada@example.com" }');
    const nest = new NestLogger(log);
    nest.error(error);
    nest.error(error.message, error.stack);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('ada@example.com');
  });

  it('names the service that Nest reports about, of several in one process', async () => {
    const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const services = ['gateway', 'account'];
    const loggers = services.map((service) =>
      asService(service, () => new NestLogger(Logger.create(service, 'info', { write }))),
    );
    // Nest uses the logger of the service that started last.
    for (const service of services)
      await asService(service, async () => {
        await new Promise(setImmediate);
        loggers.at(-1)?.error('Something failed');
      });
    expect(lines.map(({ service }) => service)).toEqual(services);
  });

  it('is not written below the configured level', () => {
    log.debug('Too much');
    expect(lines).toEqual([]);
  });
});
