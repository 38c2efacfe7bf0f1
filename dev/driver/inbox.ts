import { type Json, list } from './api';
import { stack } from '@carillon/stack';

/**
 * The messages that the sandbox has received for an address, newest first. `user` restricts them to messages from
 * this user's number, because another test may use the same magic number.
 */
export async function inboxOf(address: string, user?: { sender: string }): Promise<Json[]> {
  const messages = list(await get(`/api/messages?to=${encodeURIComponent(address)}`), 'messages');
  return user ? messages.filter(({ from }) => from === user.sender) : messages;
}

/** The number of received messages, by address. */
export async function receivedBy(): Promise<Map<string, number>> {
  const recipients = list(await get('/api/recipients'), 'recipients');
  return new Map(recipients.map(({ to, count }) => [String(to), Number(count)]));
}

async function get(path: string): Promise<unknown> {
  const response = await fetch(`${stack().inboxUrl}${path}`);
  if (!response.ok) throw new Error(`The inbox responded with ${response.status}`);
  return response.json();
}
