import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stack } from '@carillon/stack';

/** The traffic of the broker since its start. */
export interface Traffic {
  /** The number of events, broadcasts, requests, and replies, as the services count them. */
  messages: number;
  /** Bytes that the broker received and sent over the open connections, or NaN if `ss` from iproute2 is missing. */
  received: number;
  sent: number;
}

/** A request counts twice, because it has a reply. */
const counters: Readonly<Record<string, number>> = {
  carillon_messages_published_total: 1,
  carillon_requests_total: 2,
};

export async function traffic(): Promise<Traffic> {
  const pages = await Promise.all(stack().services.map(({ adminUrl }) => metricsOf(adminUrl)));
  const messages = pages.reduce((sum, page) => sum + messagesIn(page), 0);
  return { messages, ...bytesOf(new URL(stack().amqpUrl).port) };
}

/** The sandbox has no metrics. */
async function metricsOf(adminUrl: string): Promise<string> {
  const answer = await fetch(`${adminUrl}/metrics`);
  return answer.ok ? answer.text() : '';
}

/** Sums the message counters in metrics in the Prometheus text format. */
export function messagesIn(page: string): number {
  return Object.entries(counters).reduce((sum, [name, each]) => {
    const values = [...page.matchAll(new RegExp(`^${name}(?:\\{[^\\n]*\\})? (\\S+)$`, 'gm'))];
    return sum + each * values.reduce((total, [, value]) => total + Number(value), 0);
  }, 0);
}

/** Reads the kernel's byte counts of the connections with a local port. */
function bytesOf(port: string): Pick<Traffic, 'received' | 'sent'> {
  try {
    const sockets = execFileSync('ss', ['-tinH', `sport = :${port}`], { encoding: 'utf8' });
    const sum = (name: string): number =>
      [...sockets.matchAll(new RegExp(`${name}:(\\d+)`, 'g'))].reduce((total, [, n]) => total + Number(n), 0);
    return { received: sum('bytes_received'), sent: sum('bytes_sent') };
  } catch {
    return { received: NaN, sent: NaN };
  }
}

/** Bytes that a process has written to disk (proc(5), io). */
export function writtenBy(pid: number | undefined): number {
  const found =
    pid === undefined ? null : /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'));
  return found ? Number(found[1]) : NaN;
}
