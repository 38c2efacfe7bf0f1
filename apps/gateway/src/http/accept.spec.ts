import { takesJson, takesType } from './accept';

describe('a client accepts JSON', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'APPLICATION/JSON;q=0.1',
    'text/html, application/*;q=0.8',
    'application/problem+json',
    'text/html,application/xhtml+xml,*/*;q=0.01',
  ])('with the header %j', (accept) => {
    expect(takesJson(accept)).toBe(true);
  });

  it.each(['text/html', 'text/*, image/png', 'application/json;q=0', '*/*; q=0.000', 'application/xml'])(
    'not with the header %j',
    (accept) => {
      expect(takesJson(accept)).toBe(false);
    },
  );
});

describe('a client accepts events', () => {
  it.each([undefined, '*/*', 'text/event-stream', 'text/*;q=0.5', 'application/json, TEXT/Event-Stream'])(
    'with the header %j',
    (accept) => {
      expect(takesType(accept, 'text/event-stream')).toBe(true);
    },
  );

  it.each(['application/json', 'text/html', 'text/event-stream;q=0'])('not with the header %j', (accept) => {
    expect(takesType(accept, 'text/event-stream')).toBe(false);
  });
});
