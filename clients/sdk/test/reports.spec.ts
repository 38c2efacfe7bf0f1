import { type Answer, Served, cut, events, json, problem, value } from './served';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
let served: Served;
afterEach(() => served.stop());

/** A report, numbered by its rate, as an event with an ID. */
const event = (n: number, status = 'SENDING') =>
  `event: report\nid: ${n}\ndata: ${JSON.stringify({ status, ratePerSecond: n })}\n\n`;

async function numbersOf(...answers: Answer[]): Promise<(number | null)[]> {
  served = await Served.by(...answers);
  const numbers: (number | null)[] = [];
  for await (const { ratePerSecond } of served.client().reports(ID)) numbers.push(ratePerSecond);
  return numbers;
}

const requests = () => served.asked.map(({ request }) => request.replace(ID, 'ID'));

describe('the reports of a campaign', () => {
  it('arrive until the campaign is sent', async () => {
    expect(await numbersOf(events([event(1), ': alive\n\n', event(2), event(3, 'SENT')], 'open'))).toEqual([
      1, 2, 3,
    ]);
    expect(served.asked[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(served.asked[0]?.headers).not.toHaveProperty('last-event-id');
  });

  it('continue after cut connections, each report once', async () => {
    const half = event(3).slice(0, 20);
    const numbers = await numbersOf(
      events([event(1), event(2), half], 'cut'),
      cut,
      events([event(3)], 'end'),
      events([event(4, 'SENT')]),
    );
    expect(numbers).toEqual([1, 2, 3, 4]);
    expect(served.asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '2', '3']);
  });

  it('are read in pieces of any size', async () => {
    const bytes = Buffer.from(event(1).replace('SENDING', 'SENDING","name":"Łódź 山') + event(2, 'SENT'));
    const pieces: Answer = (response) => {
      response.writeHead(200);
      for (const byte of bytes) response.write(Uint8Array.of(byte));
    };
    expect(await numbersOf(pieces)).toEqual([1, 2]);
  });

  it('reconnect after the pause that the stream requests', async () => {
    await numbersOf(events(['retry: 1234\n\n', event(1)]), events([event(2, 'SENT')]));
    expect(served.pauses).toEqual([1_234]);
  });

  it.each([406, 409])('are polled if there is no stream: %d', async (status) => {
    const refused = problem(status, 'limit_reached');
    const numbers = await numbersOf(
      refused,
      value({ status: 'SENDING', ratePerSecond: 7 }),
      events([event(8, 'SENT')]),
    );
    expect(numbers).toEqual([7, 8]);
    expect(requests()).toEqual([
      'GET /campaigns/ID/events',
      'GET /campaigns/ID/report',
      'GET /campaigns/ID/events',
    ]);
  });

  it('wait for the last leases of a canceled campaign, but not for a draft', async () => {
    const cancelled = (queued: number): string =>
      `event: report\ndata: ${JSON.stringify({ status: 'CANCELLED', states: { QUEUED: queued }, ratePerSecond: queued })}\n\n`;
    expect(await numbersOf(events([cancelled(2), cancelled(0)], 'open'))).toEqual([2, 0]);
    await served.stop();
    expect(await numbersOf(events([event(1, 'DRAFT')], 'open'))).toEqual([1]);
  });

  it('end with the error if the campaign is deleted, or if a proxy responds in place of the API for too long', async () => {
    await expect(numbersOf(events([event(1)]), problem(404, 'campaign_not_found'))).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
    await served.stop();
    const away = Array.from({ length: 51 }, () => events(['event: report\ndata: <html>\n\n']));
    const atLast = events([event(1, 'SENT')]);
    await expect(numbersOf(json(404, {}), atLast)).rejects.toMatchObject({ code: 'unexpected_answer' });
    await served.stop();
    // Each connection delivers an event, so that the failures are never consecutive.
    expect(await numbersOf(...away, atLast)).toEqual([1]);
  });

  it('end and close the connection when the reader stops', async () => {
    let closed: Promise<void> | undefined;
    served = await Served.by((response, asked) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      events([event(1)], 'open')(response, asked);
    });
    for await (const report of served.client().reports(ID)) if (report.ratePerSecond === 1) break;
    await closed;
    expect(served.asked).toHaveLength(1);
  });

  it('end when the signal is aborted', async () => {
    served = await Served.by(events([event(1)], 'open'));
    const abort = new AbortController();
    const read = async () => {
      for await (const _report of served.client().reports(ID, { signal: abort.signal }))
        abort.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
    expect(served.asked).toHaveLength(1);
  });
});
