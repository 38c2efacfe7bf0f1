import { randomInt } from 'node:crypto';
import { data, type Json, list, text } from './api';
import { type TestUser, newUser } from './arrange';
import { stack } from '@carillon/stack';

/** A user with integrations for WhatsApp and SMS, who sends from a separate number. */
export interface PhoneUser extends TestUser {
  sender: string;
}

/** A mobile number that no other test uses. */
export function newNumber(): string {
  return `+479${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

/** One of the hundred numbers with a certain misbehavior: see docs/sandbox.md. */
export function magicNumber(areaCode: number): string {
  return `+1${areaCode}55501${String(randomInt(100)).padStart(2, '0')}`;
}

/** Creates a user whose integrations log in with an API key and send from a number, or have the given settings. */
export async function newPhoneUser(given?: object): Promise<PhoneUser> {
  const user = await newUser();
  const sender = newNumber();
  const settings = given ?? { ...stack().twilio, from: sender };
  for (const channel of ['WHATSAPP', 'SMS']) {
    const integration = { channel, name: 'Sandbox', settings, ratePerSecond: 100 };
    await data('POST', '/integrations', integration, user.key);
  }
  return { ...user, sender };
}

/** Sends a person's reply to the number that a user's message came from. */
export async function writeBack(
  channel: 'WHATSAPP' | 'SMS',
  user: PhoneUser,
  person: string,
  text: string,
): Promise<void> {
  const response = await fetch(`${stack().inboxUrl}/api/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel, from: person, to: user.sender, text: text }),
  });
  if (!response.ok)
    throw new Error(`The sandbox responded with ${response.status}: ${await response.text()}`);
}

/** Tests an integration of this channel and returns the result. */
export async function tried(channel: string, user: TestUser): Promise<Json> {
  const path = `/integrations/${await integrationOf(channel, user)}/test`;
  return (await data('POST', path, {}, user.key)).testIntegration as Json;
}

export async function changed(channel: string, user: TestUser, changes: object): Promise<void> {
  await data('PATCH', `/integrations/${await integrationOf(channel, user)}`, changes, user.key);
}

async function integrationOf(channel: string, user: TestUser): Promise<string> {
  const found = await data('GET', `/integrations?channel=${channel}`, undefined, user.key);
  return text(list(found, 'integrations')[0], '_id');
}
