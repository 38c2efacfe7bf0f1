import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@carillon/contracts';
import { asService } from './current-service';
import {
  type SpanStart,
  beginSpan,
  inMessageSpan,
  inNewTrace,
  inSpan,
  noteSpan,
  spanAttributes,
  storedTrace,
  tracedBy,
  tracedWork,
  useTracer,
} from './spans';
import { currentTrace, withTrace } from './trace';

const sampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const unsampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

interface Written extends SpanStart {
  set: object[];
  failed: [string, boolean][];
  ended: boolean;
}

describe('spans', () => {
  let written: Written[];
  beforeEach(() => {
    written = [];
    useTracer({
      start: (span) => {
        const id = String(written.length + 1).padStart(16, '0');
        const record: Written = { ...span, set: [], failed: [], ended: false };
        written.push(record);
        return {
          traceparent: `00-${'a'.repeat(32)}-${id}-01`,
          set: (attributes) => void record.set.push(attributes),
          fail: (...failure) => void record.failed.push(failure),
          end: () => (record.ended = true),
        };
      },
    });
  });
  afterEach(() => useTracer(null));

  const work = (): Promise<string | undefined> => Promise.resolve(currentTrace().traceparent);

  it('are children of the current span, and identify their service', async () => {
    const under = await withTrace({ traceparent: sampled, requestId: 'r', campaignId: 'c' }, () =>
      inSpan('plan page', { 'carillon.page': 3 }, (span) => {
        span.set({ 'carillon.result': 'more' });
        return inMessageSpan('client', 'request user.get', () => ({}), work);
      }),
    );
    expect(written).toMatchObject([
      {
        name: 'plan page',
        kind: 'internal',
        parent: sampled,
        attributes: { 'carillon.request.id': 'r', 'carillon.campaign.id': 'c', 'carillon.page': 3 },
        set: [{ 'carillon.result': 'more' }],
        ended: true,
      },
      {
        name: 'request user.get',
        kind: 'client',
        parent: `00-${'a'.repeat(32)}-${'1'.padStart(16, '0')}-01`,
      },
    ]);
    expect(under).toBe(`00-${'a'.repeat(32)}-${'2'.padStart(16, '0')}-01`);
  });

  it.each([undefined, unsampled])('are omitted if the trace is not sampled: %s', async (traceparent) => {
    await withTrace(traceparent === undefined ? {} : { traceparent }, async () => {
      expect(await inSpan('plan page', {}, work)).toBe(traceparent);
      expect(await inMessageSpan('producer', 'publish x', () => ({}), work)).toBe(traceparent);
      expect(storedTrace()).toEqual({});
    });
    noteSpan('record delivery reports', { parent: traceparent, from: 0 }, () => ({}));
    expect(written).toEqual([]);
  });

  it('record an error by its code or class, and a refusal as no error', async () => {
    const failing = (error: Error) => inSpan('settle batch', {}, () => Promise.reject(error));
    await withTrace({ traceparent: sampled }, async () => {
      for (const error of [
        new AppError('campaign_not_found'),
        new AppError('service_unavailable'),
        new TypeError('ada@example.com'),
      ])
        await expect(failing(error)).rejects.toBe(error);
    });
    expect(written.map(({ failed, ended }) => [...failed.flat(), ended])).toEqual([
      ['campaign_not_found', false, true],
      ['service_unavailable', true, true],
      ['TypeError', true, true],
    ]);
    expect(JSON.stringify(written)).not.toContain('ada@example.com');
  });

  it('continue a stored trace, and begin a new one without it', async () => {
    const stored = withTrace({ traceparent: sampled }, storedTrace);
    expect(stored).toEqual({ traceparent: sampled });
    expect(await withTrace(tracedBy(stored), work)).toBe(sampled);
    expect(tracedBy({})).toEqual({});
    noteSpan('record delivery reports', { parent: sampled, from: 5 }, () => ({}));
    await inNewTrace('start scheduled campaign', { campaignId: 'c' }, work);
    expect(written).toMatchObject([{ parent: sampled, from: 5, ended: true }, { ended: true }]);
    expect(written[1]).not.toHaveProperty('parent');
  });

  it('are omitted, and nothing is stored, if traces are disabled', async () => {
    useTracer(null);
    await withTrace({ traceparent: sampled }, async () => {
      expect(await inSpan('plan page', {}, work)).toBe(sampled);
      expect(storedTrace()).toEqual({});
      expect(tracedBy({ traceparent: sampled })).toEqual({});
    });
    expect(beginSpan({ name: 'GET /', kind: 'server', attributes: {} })).toBeNull();
    expect(written).toEqual([]);
  });

  it('are documented in docs/traces.md, with their attributes', () => {
    const text = readFileSync(join(__dirname, '../../../docs/traces.md'), 'utf8');
    const [, spans = '', attributes = ''] = text.split(/^## (?:Spans|Attributes)$/m);
    const rowsOf = (part: string): string[] =>
      [...part.matchAll(/^\| `([^`<]+)` *\|/gm)].map(([, name = '']) => name).sort();
    expect(rowsOf(spans)).toEqual([...tracedWork].sort());
    expect(rowsOf(attributes)).toEqual([...spanAttributes].sort());
  });

  it('go to the tracer of their service, of several in one process', async () => {
    const starts: string[] = [];
    const services = ['campaign', 'dispatcher'];
    for (const service of services)
      asService(service, () => useTracer({ start: () => (starts.push(service), null) }));
    for (const service of services)
      await asService(service, async () => {
        await new Promise(setImmediate);
        beginSpan({ name: 'work', kind: 'server', attributes: {} });
      });
    for (const service of services) asService(service, () => useTracer(null));
    expect(starts).toEqual(services);
  });
});
