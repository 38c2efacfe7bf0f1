import type { Api } from '../api/api';
import { ApiProblem } from '../api/api-problem';
import { eventsOf } from '../api/event-stream';
import { type Json, count, inner, isJson, text } from '../api/json';
import { pathOf } from '../api/request';
import { Failure, Unreachable, exitCodes } from '../failures';
import type { World } from '../world';

/** The stream is alive if it says something every 15 s. */
const SILENCE_MS = 45_000;
/** Between two tries to hear more, and between two reports that are asked for. */
const PAUSE_MS = 2_000;
/** So many of them may fail one after the other, each with its own tries: some minutes. */
const PATIENCE = 50;

/** Whether nothing more will come: docs/api.md, Reports and deliveries. */
export function isOver(report: Json): boolean {
  const status = text(report, 'status');
  if (status === 'CANCELLED') return count(inner(report, 'states'), 'QUEUED') === 0;
  return status === 'SENT' || status === 'DRAFT';
}

/**
 * The reports of a campaign as they change, to its end. A stream that breaks off is opened again; where there is none,
 * because too many are open or something on the way holds it up, reports are asked for.
 * @param note says what is not as it should be
 * @throws Failure when the campaign is gone, or nothing was heard for too long
 */
export async function* followReports(
  api: Api,
  id: string,
  world: Pick<World, 'pause' | 'signal'>,
  note: (text: string) => void,
): AsyncGenerator<Json, void> {
  for (let failures = 0; ;) {
    try {
      for await (const report of current(api, id, world.signal)) {
        failures = 0;
        if (!report) continue;
        yield report;
        if (isOver(report)) return;
      }
    } catch (error) {
      failures += 1;
      if (world.signal.aborted || !isPassing(error) || failures > PATIENCE) throw error;
      if (failures === 1) note(`${error.message}; trying again`);
    }
    await world.pause(PAUSE_MS, world.signal);
  }
}

/** Null: nothing new, but somebody is there. */
async function* current(api: Api, id: string, signal: AbortSignal): AsyncGenerator<Json | null, void> {
  try {
    yield* streamed(api, id, signal);
  } catch (error) {
    if (!(error instanceof ApiProblem && [406, 409].includes(error.status)) && !(error instanceof Silence))
      throw error;
    yield await api.get(pathOf`/campaigns/${id}/report`);
  }
}

async function* streamed(api: Api, id: string, signal: AbortSignal): AsyncGenerator<Json | null, void> {
  const path = pathOf`/campaigns/${id}/events`;
  const { body } = await api.raw({ method: 'GET', path, accept: 'text/event-stream' });
  if (!body) return;
  yield null;
  const silence = new AbortController();
  try {
    for await (const event of eventsOf(heardOf(body, silence))) {
      const report: unknown = event?.event === 'report' ? JSON.parse(event.data) : null;
      yield isJson(report) ? report : null;
    }
  } catch (error) {
    if (signal.aborted || error instanceof Failure) throw error;
    throw silence.signal.aborted ? new Silence() : new Unreachable('The stream broke off');
  }
}

/** The chunks of a body, given up when none comes for long. */
async function* heardOf(
  body: ReadableStream<Uint8Array>,
  silence: AbortController,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  const giveUp = (): void => {
    silence.abort();
    void reader.cancel().catch(() => undefined);
  };
  let timer = setTimeout(giveUp, SILENCE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (silence.signal.aborted) throw new Silence();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
      yield value;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream that is open and says nothing. */
class Silence extends Failure {
  constructor() {
    super('The stream is silent', exitCodes.unreachable);
  }
}

function isPassing(error: unknown): error is Failure {
  return error instanceof Failure && error.exitCode === exitCodes.unreachable;
}
