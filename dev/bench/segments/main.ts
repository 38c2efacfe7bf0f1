/**
 * Measures how long it takes to count the people of segments, to show the first of them, and to plan a campaign to a
 * segment, among many people. See USAGE.
 */
import type { SegmentTree } from '@carillon/contracts';
import { writeAudience } from '../audience/write-audience';
import { type Json, data, text } from '../../driver/api';
import { type TestGroup, type TestUser, newGroup, newUser } from '../../driver/arrange';
import { endOf } from '../dispatch/report';
import { complain, withStack } from '../own-stack';
import { head, print, row } from '../print';
import { usageOfStack } from '../processes';
import { Results } from '../results';
import { writeBehavior } from './write-behavior';
import { bytesOfPeople, writePeople } from './write-people';

const USAGE = 'npm run bench -- segments [people, 1000000 if not given] [runs, 5 if not given]\n';
const MOST_POLLS = 60;

/** The share of the people who are also in the second group. */
const SECOND_GROUP = 0.5;

const opened: SegmentTree = { did: 'OPENED' };
const twoAttributes: readonly SegmentTree[] = [
  { attribute: 'plan', is: ['team'] },
  { attribute: 'visits', number: { from: 90 } },
];
const twoFrequentAttributes: readonly SegmentTree[] = [
  { attribute: 'plan', is: ['free', 'pro', 'team'] },
  { attribute: 'visits', number: { from: 10 } },
];

const segmentsWith = (group: string): readonly [name: string, conditions: SegmentTree][] => [
  ['everyone', { all: [] }],
  ['one city of 200', { attribute: 'city', is: ['City 7'] }],
  [
    'ten cities, one plan of four',
    {
      all: [
        { attribute: 'city', is: Array.from({ length: 10 }, (_, n) => `City ${n}`) },
        { attribute: 'plan', is: ['pro'] },
      ],
    },
  ],
  [
    'a plan, and visits in a range',
    {
      all: [
        { attribute: 'plan', is: ['team'] },
        { attribute: 'visits', number: { from: 90 } },
      ],
    },
  ],
  ['one city, reachable by email', { all: [{ attribute: 'city', is: ['City 7'] }, { channel: 'EMAIL' }] }],
  ['a text in the city', { attribute: 'city', contains: '19' }],
  ['a country', { country: ['DE'] }],
  ['joined in the last 30 days', { joined: { inLastDays: 30 } }],
  ['opened an email', opened],
  ['two attributes, and opened', { all: [...twoAttributes, { did: 'OPENED', inLastDays: 30 }] }],
  ['two frequent attributes, and opened', { all: [...twoFrequentAttributes, opened] }],
  ['two frequent attributes, and not opened', { all: [...twoFrequentAttributes, { not: opened }] }],
  ['two attributes, opened, in a group', { all: [...twoAttributes, opened, { group }] }],
  ['two frequent attributes, opened, in a group', { all: [...twoFrequentAttributes, opened, { group }] }],
];

async function bench(people: number, runs: number): Promise<void> {
  const user = await newUser('UPGRADED');
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  const second = await newGroup(user);
  await writeAudience(user, second, 0, Math.ceil(people * SECOND_GROUP));
  await writePeople(user, people);
  await writeBehavior(user, people);
  print(`  ${people} people written`);
  const results = new Results('segments');
  row(`${people} people, ${runs} runs`, head('minimum', 'median', 'maximum'));
  for (const [name, conditions] of segmentsWith(second.id)) {
    const [counts, processor, firsts]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < runs; run++) {
      // Each run counts other conditions, because a count is used again for some seconds.
      const varied = { all: [conditions, { not: { attribute: 'plan', is: [`none ${run}`] } }] };
      const before = processorSeconds();
      counts.push(await secondsToCount(user, varied));
      processor.push(processorSeconds() - before);
      firsts.push(await secondsToFirst(user, conditions));
    }
    results.add(`s to count, ${name}`, counts, 2);
    results.add(`s of processor time to count, ${name}`, processor, 2);
    results.add(`s to the first 50, ${name}`, firsts, 2);
  }
  const { documents, indexes } = await bytesOfPeople(people);
  results.add('bytes per person, documents', [documents]);
  results.add('bytes per person, indexes', [indexes]);
  await plan(user, group, people, results);
  results.write();
}

/** The processor time of the service that counts, and of the database. */
function processorSeconds(): number {
  const usage = usageOfStack();
  return ['subscriber', 'database'].reduce((sum, name) => sum + (usage.get(name)?.cpuSeconds ?? 0), 0);
}

async function secondsToCount(user: TestUser, conditions: SegmentTree): Promise<number> {
  const from = performance.now();
  for (let poll = 0; poll < MOST_POLLS; poll++) {
    const { previewSegment } = (await data('POST', '/segments/preview', { conditions }, user.key)) as {
      previewSegment: Json;
    };
    if (previewSegment.isComplete === true) return (performance.now() - from) / 1_000;
  }
  throw new Error('A count did not end');
}

async function secondsToFirst(user: TestUser, conditions: SegmentTree): Promise<number> {
  const id = await create(user, conditions);
  const from = performance.now();
  await data('GET', `/segments/${id}/people?limit=50`, undefined, user.key);
  const seconds = (performance.now() - from) / 1_000;
  await data('DELETE', `/segments/${id}`, undefined, user.key);
  return seconds;
}

async function create(user: TestUser, conditions: SegmentTree): Promise<string> {
  return text(
    await data('POST', '/segments', { name: 'Bench', conditions }, user.key),
    'createSegment',
    '_id',
  );
}

/** Plans campaigns by SMS, which skip everyone, by group and by segment. */
async function plan(user: TestUser, group: TestGroup, people: number, results: Results): Promise<void> {
  const empty = await newGroup(user);
  const everyone = await create(user, { all: [] });
  const tenth = await create(user, { attribute: 'visits', number: { from: 0, to: 9 } });
  const whoOpened = await create(user, opened);
  for (const [name, to, audience] of [
    ['everyone by group', group, {}],
    ['everyone by segment', empty, { segments: [everyone] }],
    ['a tenth by segment', empty, { segments: [tenth] }],
    ['those who opened, by segment', empty, { segments: [whoOpened] }],
    ['everyone by group, a tenth excluded', group, { excludeSegments: [tenth] }],
  ] as const) {
    const from = performance.now();
    const body = { name: 'Bench', smsMessage: 'Hello', groups: [to.id], audience, isStarted: true };
    const campaign = text(await data('POST', '/campaigns/create', body, user.key), 'createCampaign', '_id');
    const { total } = await endOf(user, campaign);
    const seconds = (performance.now() - from) / 1_000;
    results.add(`recipients planned/s, ${name} (${total})`, [total / seconds]);
    results.add(`people examined/s while planning, ${name}`, [people / seconds]);
  }
}

async function main([people = '1000000', runs = '5', ...rest]: readonly string[]): Promise<void> {
  if (rest.length > 0 || ![people, runs].every((word) => /^[1-9]\d{0,7}$/.test(word))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withStack({ QUOTAS_UPGRADED: 'subscribers=none,people=none' }, () =>
    bench(Number(people), Number(runs)),
  );
}

main(process.argv.slice(2)).catch(complain);
