import { type TextChannel } from '@carillon/fake-providers';
import { type PretendTwilio, type Received, type Reply } from '../twilio/pretend-twilio';
import { Problem } from '../problem';

const FIELDS = ['channel', 'from', 'to', 'text'] as const;
const MAX_CHARACTERS = 1_600;
const textChannels: readonly TextChannel[] = ['SMS', 'WHATSAPP'];

/** `POST /api/replies` {channel, from, to, text}: acts as if the person `from` wrote to the number `to`. */
export async function createReply(
  twilio: Pick<PretendTwilio, 'receiveReply'>,
  body: string,
): Promise<object> {
  const reply = replyOf(parsed(body));
  const { sid, answered } = await received(twilio, reply);
  return { reply: { sid, ...reply, answered } };
}

/** `POST /replies`: a reply from the page. @returns the path of the conversation */
export async function postReply(twilio: Pick<PretendTwilio, 'receiveReply'>, body: string): Promise<string> {
  const form = new URLSearchParams(body);
  const reply = replyOf(Object.fromEntries(FIELDS.map((name) => [name, form.get(name) ?? ''])));
  await received(twilio, reply);
  const open = /^\d{1,15}$/.exec(form.get('open') ?? '')?.[0] ?? '';
  return `/messages/${open}#reply`;
}

async function received(twilio: Pick<PretendTwilio, 'receiveReply'>, reply: Reply): Promise<Received> {
  const result = await twilio.receiveReply(reply);
  if (!result) {
    throw new Problem(409, `No message from ${reply.to} to ${reply.from} specifies where replies go.`);
  }
  const { answered } = result;
  if (typeof answered === 'string') throw new Problem(502, `The reply was not delivered: ${answered}.`);
  if (answered >= 300) throw new Problem(502, `The reply got the response ${answered}.`);
  return result;
}

function replyOf(fields: Readonly<Record<string, unknown>>): Reply {
  const unknown = Object.keys(fields).find((name) => !FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    throw new Problem(422, `Unknown field "${unknown}". Known: ${FIELDS.join(', ')}.`);
  const channel = textChannels.find((each) => each === fields.channel);
  if (!channel) throw new Problem(422, '"channel" must be SMS or WHATSAPP.');
  const [from, to, text] = [texted(fields, 'from'), texted(fields, 'to'), texted(fields, 'text')];
  if (!/^\+[1-9]\d{6,14}$/.test(from)) throw new Problem(422, '"from" must be a phone number in E.164.');
  if (text.length > MAX_CHARACTERS)
    throw new Problem(422, `"text" must not exceed ${MAX_CHARACTERS} characters.`);
  return { channel, from, to, text };
}

function texted(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value.trim() === '') throw new Problem(422, `"${name}" must be a string.`);
  return value;
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error is reported below, as for any other invalid value.
  }
  throw new Problem(400, 'The body must be a JSON object.');
}
