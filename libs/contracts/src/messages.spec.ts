import { bytesIn } from './field-types';
import { eventsOf, messages } from './messages';
import { queueNames, queues, queuesOf } from './services';

describe('every queue', () => {
  it.each(queueNames)('%s receives at least one event and belongs to its service', (queue) => {
    expect(eventsOf(queue)).not.toEqual([]);
    expect(queuesOf(queues[queue].service)).toContain(queue);
  });
});

describe('bytes', () => {
  const withBytes = Object.entries(messages).filter(([, definition]) =>
    JSON.stringify(definition).includes('"Uint8Array"'),
  );

  it.each(withBytes)('%s has its bytes in one top-level property of a command', (_, definition) => {
    expect(definition.kind).toBe('command');
    const { properties } = definition.payload as { properties?: Record<string, unknown> };
    const { [bytesIn(definition.payload) ?? '']: bytes, ...others } = properties ?? {};
    expect(bytes).toMatchObject({ type: 'Uint8Array' });
    expect(JSON.stringify({ ...definition, payload: others })).not.toContain('"Uint8Array"');
  });

  it('are used by at least one message', () => {
    expect(withBytes.map(([name]) => name)).toContain('import.append');
  });
});
