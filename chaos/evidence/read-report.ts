import type { Channel, DeliveryState } from '@carillon/contracts';
import { type Answer, type Json, call, list } from '../../e2e/driver/api';
import type { Listed, Reported } from './evidence';

/** What the API reports of a campaign; null when it knows none. */
export async function readReport(campaign: string, key: string): Promise<Reported | null> {
  const answer = await call('GET', `/campaigns/${campaign}/report`, undefined, key);
  if (answer.status === 404) return null;
  const report = dataOf(answer).report as Json;
  const planning = report.planning as { done: boolean; planned: number };
  return {
    status: String(report.status),
    total: Number(report.total),
    planned: planning.planned,
    planningDone: planning.done,
    states: report.states as Record<string, number>,
    reasons: report.reasons as Reported['reasons'],
  };
}

/** Every delivery that the API lists, page by page; none when it knows no such campaign. */
export async function readDeliveries(campaign: string, key: string): Promise<Listed[]> {
  const all: Listed[] = [];
  let query = '';
  for (;;) {
    const answer = await call('GET', `/campaigns/${campaign}/deliveries?limit=1000${query}`, undefined, key);
    if (answer.status === 404) return all;
    all.push(...list(dataOf(answer), 'deliveries').map(toListed));
    const next = answer.headers['next-cursor'];
    if (typeof next !== 'string') return all;
    query = `&cursor=${encodeURIComponent(next)}`;
  }
}

function toListed({ channel, identifier, state, reason }: Json): Listed {
  return {
    channel: channel as Channel,
    address: String(identifier),
    state: state as DeliveryState,
    reason: typeof reason === 'string' ? reason : null,
  };
}

function dataOf({ status, body }: Answer): Json {
  if (status !== 200) throw new Error(`The API answered ${status} ${JSON.stringify(body)}`);
  return body.data as Json;
}
