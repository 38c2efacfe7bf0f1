import { type Json, list } from './api';
import { stack } from './stack';

/** What the sandbox has received for an address, newest first. */
export async function inboxOf(address: string): Promise<Json[]> {
  return list(await get(`/api/messages?to=${encodeURIComponent(address)}`), 'messages');
}

/** How many messages each address has received. */
export async function receivedBy(): Promise<Map<string, number>> {
  const recipients = list(await get('/api/recipients'), 'recipients');
  return new Map(recipients.map(({ to, count }) => [String(to), Number(count)]));
}

async function get(path: string): Promise<unknown> {
  const response = await fetch(`${stack().inboxUrl}${path}`);
  if (!response.ok) throw new Error(`The inbox answered ${response.status}`);
  return response.json();
}
