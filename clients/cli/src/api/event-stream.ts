/** A server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Yields events as they arrive. Comments yield null: they show that the stream is alive. An incomplete event at the end
 * of the stream is dropped, as the standard requires.
 */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent | null, void> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === '') yield null;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
}

/** Lines end in CR LF, LF or CR; a CR at the end of a chunk may be one half of CR LF. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1);
}
