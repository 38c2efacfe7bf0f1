import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { newGroup, newUser, send, subscribeAll, unique } from '../dev/driver/arrange';
import { type Json, data } from '../dev/driver/api';
import { stack } from '@carillon/stack';

const PEOPLE = 300;

function open(campaign: string, key: string): Promise<IncomingMessage> {
  const url = `${stack().gatewayUrl}/api/v1/campaigns/${campaign}/events`;
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    request(url, { headers }, resolve).once('error', reject).end();
  });
}

/** Reads all reports of a stream until it ends. */
async function follow(stream: IncomingMessage): Promise<Json[]> {
  const reports: Json[] = [];
  for await (const line of createInterface(stream))
    if (line.startsWith('data: ')) reports.push(JSON.parse(line.slice(6)) as Json);
  return reports;
}

const settledIn = ({ states }: Json): number => Number((states as Json).SENT);
const neverBackwards = (numbers: number[]): boolean =>
  numbers.every((n, i) => i === 0 || n >= (numbers[i - 1] ?? 0));

describe('the report stream of a campaign', () => {
  it('shows growing numbers until the campaign is sent, and then ends', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const name = unique('watched');
    await subscribeAll(
      user,
      group,
      Array.from({ length: PEOPLE }, (_, n) => `${name}.${n}@example.com`),
    );
    const campaign = await send(user, [group], { name: 'Watched', emailMessage: '<p>Hello</p>' });
    const stream = await open(campaign, user.key);
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    const reports = await follow(stream);
    const last = reports.at(-1);
    expect(last).toMatchObject({ status: 'SENT', total: PEOPLE, states: { QUEUED: 0, SENT: PEOPLE } });
    expect(reports.slice(0, -1).map(({ status }) => status)).not.toContain('SENT');
    expect(neverBackwards(reports.map(({ total }) => Number(total)))).toBe(true);
    expect(neverBackwards(reports.map(settledIn))).toBe(true);
    const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
    expect({ ...last, asOf: '' }).toEqual({ ...(report as Json), asOf: '' });
  });

  it('returns one report for a draft', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const fields = { name: 'Draft', emailMessage: '<p>Hello</p>', isStarted: false };
    const reports = await follow(await open(await send(user, [group], fields), user.key));
    expect(reports).toMatchObject([{ status: 'DRAFT', total: 0 }]);
  });
});
