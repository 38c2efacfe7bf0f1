import type { Doubt, Entry, Evidence } from '../evidence/evidence';
import type { Recorded } from '../recorder/record';
import { check } from './check';
import {
  type Expectation,
  cancelled,
  deleted,
  everybody,
  everybodyForSure,
  everybodyOnce,
} from './expectation';

const person = (name: string, channel: 'EMAIL' | 'SMS' = 'EMAIL') => ({ channel, address: name });
const message = (name: string, channel: 'EMAIL' | 'SMS' = 'EMAIL'): Recorded => ({
  ...person(name, channel),
  campaign: 'c',
  by: channel,
  messageId: `<${name}>`,
  at: 1,
});
const delivery = (
  name: string,
  state: Entry['state'] = 'SENT',
  channel: 'EMAIL' | 'SMS' = 'EMAIL',
): Entry => ({
  ...person(name, channel),
  batch: 'b',
  position: 0,
  state,
  reason: null,
});
const inDoubt = (name: string, cause: Doubt['cause'] = 'expired', holder = 'killed'): Doubt => ({
  ...person(name),
  cause,
  reason: cause === 'unknown' ? 'SERVER_TIMEOUT' : 'WORKER_LOST',
  holder,
});

/** The evidence of a successful campaign to Ada and Bob by email and to Cy by SMS, with the given changes. */
function evidence(changes: Partial<Evidence> = {}): Evidence {
  const ledger = changes.ledger ?? [delivery('ada'), delivery('bob'), delivery('cy', 'SENT', 'SMS')];
  const states: Record<string, number> = { QUEUED: 0 };
  for (const { state } of ledger) states[state] = (states[state] ?? 0) + 1;
  const planned = ledger.length;
  return {
    campaign: 'c',
    members: [person('ada'), person('bob'), person('cy', 'SMS')],
    ledger,
    doubts: [],
    historyOf: (batch) => [`what was written of ${batch}`],
    lived: (holder) => holder === 'alive',
    recorded: [message('ada'), message('bob'), message('cy', 'SMS')],
    report: { status: 'SENT', total: planned, planned, planningDone: true, states, reasons: [] },
    deliveries: ledger.map(({ channel, address, state, reason }) => ({ channel, address, state, reason })),
    statuses: ['SENDING', 'SENT'],
    queues: [{ name: 'dispatcher.events', messages: 0, consumers: 1 }],
    leftovers: [],
    ...changes,
  };
}

const found = (changes: Partial<Evidence>, expected: Expectation = everybody): string =>
  check(evidence(changes), expected).join('\n');

/** The evidence with a changed report. */
const reported = (changes: Partial<NonNullable<Evidence['report']>>): Partial<Evidence> => {
  const { report } = evidence();
  return { report: report && { ...report, ...changes } };
};

describe('the checker', () => {
  it('finds people who got no message or two, if each should get one', () => {
    const personOf = ({ address }: { address: string }): number => (address === 'cy' ? 1 : address.length);
    const expected = { ...everybody, personOf };
    expect(check(evidence(), expected)).toContain(
      '1 people got the message at two addresses: EMAIL ada and EMAIL bob',
    );
    const alone = {
      ...everybody,
      personOf: ({ address }: { address: string }) => address.codePointAt(0) ?? 0,
    };
    expect(check(evidence(), alone)).toEqual([]);
    const recorded = [message('ada'), message('bob')];
    expect(check(evidence({ recorded }), alone)).toContain('1 people got no message: SMS cy');
  });

  it('accepts a campaign without faults', () => {
    expect(check(evidence(), everybodyForSure)).toEqual([]);
  });

  it('rejects more doubts than an outage causes', () => {
    const doubts = [inDoubt('ada'), inDoubt('bob')];
    expect(found({ doubts }, { ...everybody, mostDoubts: 2 })).toBe('');
    expect(found({ doubts }, { ...everybody, mostDoubts: 1 })).toMatch(/2 sends were in doubt, at most 1/);
  });

  it('accepts a second message and UNCONFIRMED after a doubt', () => {
    const ledger = [delivery('ada'), delivery('bob', 'UNCONFIRMED'), delivery('cy', 'SENT', 'SMS')];
    const recorded = [message('ada'), message('ada'), message('cy', 'SMS')];
    expect(found({ ledger, recorded, doubts: [inDoubt('ada'), inDoubt('bob')] })).toBe('');
  });

  it.each<[string, Doubt]>([
    ['its worker died', inDoubt('bob', 'expired', 'killed')],
    ['its worker reports an unknown result', inDoubt('bob', 'unknown', 'alive')],
  ])('accepts UNCONFIRMED without a message if %s', (_, doubt) => {
    const ledger = [delivery('ada'), delivery('bob', 'UNCONFIRMED'), delivery('cy', 'SENT', 'SMS')];
    const recorded = [message('ada'), message('cy', 'SMS')];
    expect(found({ ledger, recorded, doubts: [doubt] })).toBe('');
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    [
      'a member without a delivery',
      { ledger: [delivery('ada'), delivery('bob')] },
      /members have no delivery: SMS cy/,
    ],
    [
      'two deliveries to one person',
      { ledger: [...evidence().ledger, delivery('ada')] },
      /have two deliveries: EMAIL ada/,
    ],
    [
      'a delivery to a person outside the groups',
      { ledger: [...evidence().ledger, delivery('eve')] },
      /people outside the groups have a delivery: EMAIL eve/,
    ],
    [
      'a message to a person outside the groups',
      { recorded: [...evidence().recorded, message('eve')] },
      /people outside the groups got the message: EMAIL eve/,
    ],
    [
      'a SENT without a message',
      { recorded: [message('ada'), message('cy', 'SMS')] },
      /are SENT but received nothing: EMAIL bob/,
    ],
    [
      'a message that is unknown to the ledger',
      { ledger: [delivery('ada'), delivery('bob', 'FAILED'), delivery('cy', 'SENT', 'SMS')] },
      /neither SENT nor UNCONFIRMED: EMAIL bob/,
    ],
    [
      'a state that is not allowed',
      { ledger: [delivery('ada'), delivery('bob', 'FAILED'), delivery('cy', 'SENT', 'SMS')] },
      /ended in a state that is not allowed: EMAIL bob FAILED/,
    ],
    [
      'UNCONFIRMED without a doubt',
      { ledger: [delivery('ada'), delivery('bob', 'UNCONFIRMED'), delivery('cy', 'SENT', 'SMS')] },
      /ended in a state that is not allowed: EMAIL bob/,
    ],
    [
      'UNCONFIRMED of a recipient that a live worker had',
      {
        ledger: [delivery('ada'), delivery('bob', 'UNCONFIRMED'), delivery('cy', 'SENT', 'SMS')],
        recorded: [message('ada'), message('cy', 'SMS')],
        doubts: [inDoubt('bob', 'expired', 'alive')],
      },
      /UNCONFIRMED although their worker lived and sent nothing: EMAIL bob\n.*\nwhat was written of b/,
    ],
    [
      'a double without a doubt',
      { recorded: [...evidence().recorded, message('ada')] },
      /got it again without having been in doubt: EMAIL ada 2 times/,
    ],
    [
      'a third message after one doubt',
      { recorded: [...evidence().recorded, message('ada'), message('ada')], doubts: [inDoubt('ada')] },
      /without having been in doubt: EMAIL ada 3 times/,
    ],
    [
      'a double by SMS, even after a doubt',
      {
        recorded: [...evidence().recorded, message('cy', 'SMS')],
        doubts: [{ ...inDoubt('cy'), channel: 'SMS' }],
      },
      /must not be called twice: SMS cy/,
    ],
    [
      'a second sender',
      {
        recorded: [...evidence().recorded, { ...message('ada'), by: 'the other one' }],
        doubts: [inDoubt('ada')],
      },
      /from two senders: EMAIL ada/,
    ],
    [
      'another Message-ID',
      {
        recorded: [...evidence().recorded, { ...message('ada'), messageId: '<new>' }],
        doubts: [inDoubt('ada')],
      },
      /again with another Message-ID: EMAIL ada/,
    ],
    [
      'a lease that ended too early',
      { doubts: [inDoubt('ada', 'early')] },
      /in doubt before their lease expired: EMAIL ada/,
    ],
    ['a report with other counts', reported({ states: { SENT: 2 } }), /the report says 2 SENT, the ledger 3/],
    ['a report with another total', reported({ total: 4 }), /says 4 in all, the ledger 3/],
    ['another count of planned recipients', reported({ planned: 2 }), /2 were planned/],
    ['unfinished planning', reported({ planningDone: false }), /planning did not end/],
    ['no report', { report: null }, /there is no report/],
    [
      'an unlisted delivery',
      { deliveries: evidence().deliveries.slice(1) },
      /not listed as often: EMAIL ada SENT/,
    ],
    [
      'a delivery listed with another state',
      {
        deliveries: [...evidence().deliveries.slice(1), { ...person('ada'), state: 'QUEUED', reason: null }],
      },
      /listed, but not stored: EMAIL ada QUEUED/,
    ],
    ['a campaign that still runs', reported({ status: 'SENDING' }), /the campaign is SENDING, not SENT/],
    [
      'a campaign that ended twice',
      { statuses: ['SENDING', 'SENT', 'SENDING', 'SENT'] },
      /its statuses were/,
    ],
    ['a recipient that is still QUEUED', reported({ states: { SENT: 3, QUEUED: 1 } }), /1 are still QUEUED/],
    [
      'a dead message',
      { queues: [{ name: 'campaign.events.dead', messages: 1, consumers: 0 }] },
      /1 messages are left in campaign.events.dead/,
    ],
    ['a remaining lease', { leftovers: ['batch b is leased'] }, /batch b is leased/],
  ])('finds %s', (_, changes, expected) => {
    expect(found(changes)).toMatch(expected);
  });

  it.each(['FAILED', 'BOUNCED'] as const)(
    'finds a reason of %s that the report counts differently',
    (state) => {
      const ledger = [
        delivery('ada'),
        { ...delivery('bob', state), reason: 'REFUSED' },
        delivery('cy', 'SENT', 'SMS'),
      ];
      expect(found({ ledger })).toContain(`says 0 of EMAIL ${state} REFUSED, the ledger 1`);
    },
  );

  it('finds a doubt where none is allowed', () => {
    expect(found({ doubts: [inDoubt('ada')] }, everybodyForSure)).toMatch(
      /in doubt unnecessarily: EMAIL ada \(expired: WORKER_LOST\)/,
    );
  });

  it('finds a duplicate and an UNCONFIRMED delivery where doubts must do no harm', () => {
    const ledger = [delivery('ada'), delivery('bob', 'UNCONFIRMED'), delivery('cy', 'SENT', 'SMS')];
    const recorded = [...evidence().recorded, message('ada')];
    const problems = found({ ledger, recorded, doubts: [inDoubt('ada'), inDoubt('bob')] }, everybodyOnce);
    expect(problems).toMatch(/again unnecessarily: EMAIL ada\n.*UNCONFIRMED unnecessarily: EMAIL bob/);
  });

  it('accepts a canceled campaign that misses people, but not a message that the ledger does not contain', () => {
    const ledger = [delivery('ada'), delivery('bob', 'CANCELLED')];
    const changes = {
      ...reported({ status: 'CANCELLED', total: 2, planned: 2, states: { SENT: 1, CANCELLED: 1 } }),
      ledger,
      statuses: ['SENDING', 'CANCELLED'],
    };
    expect(found({ ...changes, recorded: [message('ada')] }, cancelled)).toBe('');
    expect(found(changes, cancelled)).toMatch(/neither SENT nor UNCONFIRMED: EMAIL bob, SMS cy/);
  });

  it('finds the remains of a deleted campaign', () => {
    expect(found({}, deleted)).toMatch(
      /3 deliveries of a deleted campaign are kept\n.*reports on a deleted campaign/,
    );
  });
});
