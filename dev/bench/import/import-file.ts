import { text } from '../../driver/api';
import { type TestUser, newGroup } from '../../driver/arrange';
import { CSV, finished, upload } from '../../driver/files';
import { watchMemory } from '../memory/watch-memory';
import { usageOfStack } from '../processes';

export interface Measured {
  /** Seconds until the file was stored, and seconds from then until all rows were imported. */
  uploadS: number;
  workS: number;
  /** The usage of each process. */
  cpuS: Map<string, number>;
  rssMiB: Map<string, number>;
}

const LONGEST_S = 3_600;
const CHUNK = 1_000;
/** The last eight digits of a mobile number in Germany. */
const FIRST_PHONE = 10_000_000;

/** The addresses of each person: an email address, or also a number for SMS and WhatsApp. */
export type Channels = 1 | 3;

/** Imports a file into a new group. @throws Error if a person is missing in the group after the import */
export async function importFile(user: TestUser, lines: number, channels: Channels): Promise<Measured> {
  const group = await newGroup(user);
  const before = usageOfStack();
  const begin = performance.now();
  let uploaded = begin;
  const rssMiB = await watchMemory(async () => {
    const created = await upload(user, `/groups/${group.id}/import`, CSV, fileOf(group.id, lines, channels));
    uploaded = performance.now();
    const job = await finished(user, 'import', text(created, 'createImport', '_id'), LONGEST_S);
    if (job.created !== lines) throw new Error(`Not everybody is there: ${JSON.stringify(job)}`);
  });
  const [uploadS, workS] = [(uploaded - begin) / 1_000, (performance.now() - uploaded) / 1_000];
  const cpuS = new Map(
    [...usageOfStack()].map(([name, { cpuSeconds }]) => [
      name,
      cpuSeconds - (before.get(name)?.cpuSeconds ?? 0),
    ]),
  );
  return { uploadS, workS, cpuS, rssMiB };
}

/** Only the email addresses differ from those of other files, so each user has only one file with three channels. */
function* fileOf(unique: string, lines: number, channels: Channels): Generator<string> {
  yield channels === 1 ? 'integration,identifier,name,city\r\n' : 'email,phone,whatsapp,name,city\r\n';
  for (let n = 0; n < lines; n += CHUNK) {
    const count = Math.min(CHUNK, lines - n);
    const line = (_: unknown, i: number): string => lineOf(n + i, unique, channels);
    yield Array.from({ length: count }, line).join('');
  }
}

function lineOf(n: number, unique: string, channels: Channels): string {
  const email = `${n}.${unique}@example.com`;
  const values = `"Ann, the ${n}th",Oslo\r\n`;
  if (channels === 1) return `EMAIL,${email},${values}`;
  const phone = `+49151${FIRST_PHONE + n}`;
  return `${email},${phone},${phone},${values}`;
}
