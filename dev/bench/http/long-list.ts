import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { stack } from '@carillon/stack';
import { type TestUser, newGroup, newUser } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { watchMemory } from '../memory/watch-memory';
import { print, row } from '../print';

const SIZES = [10_000, 100_000] as const;
/** The client's pause after each chunk (milliseconds). */
const PAUSE_MS = 20;
const HELD = ['gateway', 'subscriber'];
/** The first characters of the JSON of every subscriber. */
const ITEM = '{"_id":';

/** Reads long lists of subscribers slowly, and prints the memory usage of the services. */
export async function longLists(): Promise<void> {
  const user = await newUser();
  const measured: Map<string, number>[] = [];
  for (const size of SIZES) {
    const group = await newGroup(user);
    await writeAudience(user, group, 0, size);
    measured.push(await watchMemory(() => readSlowly(user, group.id, size)));
  }
  print();
  row('highest resident memory, MiB', [...SIZES, 'ratio'].map((text) => String(text).padStart(10)).join(''));
  for (const name of HELD) {
    const [few = NaN, many = NaN] = measured.map((highest) => highest.get(name) ?? NaN);
    row(
      name,
      [few.toFixed(0), many.toFixed(0), (many / few).toFixed(2)].map((text) => text.padStart(10)).join(''),
    );
  }
}

async function readSlowly(user: TestUser, groupId: string, size: number): Promise<void> {
  const begin = performance.now();
  const url = `${stack().gatewayUrl}/api/v1/subscribers?groupId=${groupId}`;
  const headers = { authorization: `Bearer ${user.key}` };
  const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
  let [bytes, items, rest] = [0, 0, ''];
  for await (const chunk of response) {
    const text = rest + chunk.toString('latin1');
    items += text.split(ITEM).length - 1;
    // Count a match that spans two chunks with the second chunk, and count no match twice.
    rest = text.slice(Math.max(text.lastIndexOf(ITEM) + 1, text.length - ITEM.length + 1));
    bytes += chunk.length;
    await pause(PAUSE_MS);
  }
  if (items !== size || !rest.endsWith(']}}')) throw new Error(`${items} of ${size} came`);
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  print(`  ${size} subscribers, ${(bytes / 1_048_576).toFixed(1)} MiB, read in ${seconds} s`);
}
