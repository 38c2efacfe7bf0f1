import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CarillonError, isObject, parsed } from './error.ts';
import { varied } from './varied.ts';

/** The longest silence of a stream (milliseconds): the API sends something every 15 s. */
const SILENCE_MS = 45_000;
/** The pause before a stream is opened again, unless the stream has specified a pause (milliseconds). */
const PAUSE_MS = 2_000;
/** The limit of consecutive failures, each with its own retries: several minutes. */
const MAX_FAILURES = 50;

/** A source of a stream of states: each event contains the whole state, like a reply to `ask`. */
export interface Source<State> {
  /** Opens the stream after an event; null: from its beginning. */
  open: (lastEventId: string | null) => Promise<Response>;
  /** Requests the current state if there is no stream. */
  ask: () => Promise<State>;
  /** The name of the events. */
  event: string;
  isLast: (state: State) => boolean;
  pause: (milliseconds: number) => Promise<void>;
  onRetry: (error: CarillonError, failures: number) => void;
  signal: AbortSignal | undefined;
}

/**
 * Yields states as they arrive, up to the final one. A stream that ends earlier is opened again after the last event.
 * If no stream is possible, because too many are open or a proxy delays it, states are polled.
 * @throws CarillonError if there is nothing to follow, or nothing was received for too long
 */
export async function* follow<State extends object>(source: Source<State>): AsyncGenerator<State, void> {
  const { isLast, pause, onRetry } = source;
  const stream = new EventStream(source);
  for (let failures = 0; ;) {
    try {
      for await (const state of stream.read()) {
        failures = 0;
        if (!state) continue;
        yield state;
        if (isLast(state)) return;
      }
    } catch (error) {
      failures += 1;
      const isPassing = error instanceof CarillonError && error.isTemporary;
      if (!isPassing || failures > MAX_FAILURES) throw error;
      onRetry(error, failures);
    }
    await pause(varied(stream.pauseMs));
  }
}

/** One stream over several connections. */
class EventStream<State extends object> {
  pauseMs = PAUSE_MS;
  private lastEventId: string | null = null;

  constructor(private readonly source: Source<State>) {}

  /** Yields the states of one connection, and null if nothing is new but the server responds. */
  async *read(): AsyncGenerator<State | null, void> {
    try {
      yield* this.connection();
    } catch (error) {
      const hasNoStream = error instanceof CarillonError && [406, 409].includes(error.status ?? 0);
      if (!hasNoStream && !(error instanceof Silence)) throw error;
      yield await this.source.ask();
    }
  }

  private async *connection(): AsyncGenerator<State | null, void> {
    const { body } = await this.source.open(this.lastEventId);
    if (!body) return;
    yield null;
    // An incomplete event at the end is dropped, as the standard requires.
    for await (const message of this.messages(body.getReader())) {
      if (message?.id !== undefined) this.lastEventId = message.id;
      yield message?.event === this.source.event ? (stateOf(message.data) as State) : null;
    }
  }

  /** Yields null for keep-alive comments. */
  private async *messages(
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): AsyncGenerator<EventSourceMessage | null, void> {
    const arrived: (EventSourceMessage | null)[] = [];
    const parser = createParser({
      onEvent: (message) => arrived.push(message),
      onComment: () => arrived.push(null),
      onRetry: (milliseconds) => (this.pauseMs = milliseconds),
    });
    const decoder = new TextDecoder();
    const silence = new AbortController();
    const end = (): void => {
      silence.abort();
      void reader.cancel().catch(() => undefined);
    };
    let timer = setTimeout(end, SILENCE_MS);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (silence.signal.aborted) throw new Silence();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(end, SILENCE_MS);
        parser.feed(decoder.decode(value, { stream: true }));
        yield* arrived.splice(0);
      }
    } catch (error) {
      if (this.source.signal?.aborted || error instanceof Silence) throw error;
      throw new CarillonError('The stream was interrupted', { code: 'broken_answer', cause: error });
    } finally {
      clearTimeout(timer);
      void reader.cancel().catch(() => undefined);
    }
  }
}

/** A stream that is open but silent. */
class Silence extends Error {}

function stateOf(data: string): object {
  const state = parsed(data);
  if (!isObject(state))
    throw new CarillonError('An event has an unexpected format', { code: 'unexpected_answer' });
  return state;
}
