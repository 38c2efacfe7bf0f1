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

/** Imports a file into a new group. @throws Error if a person is missing in the group after the import */
export async function importFile(user: TestUser, lines: number): Promise<Measured> {
  const group = await newGroup(user);
  const before = usageOfStack();
  const begin = performance.now();
  let uploaded = begin;
  const rssMiB = await watchMemory(async () => {
    const created = await upload(user, `/groups/${group.id}/import`, CSV, fileOf(group.id, lines));
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

function* fileOf(unique: string, lines: number): Generator<string> {
  yield 'integration,identifier,name,city\r\n';
  for (let n = 0; n < lines; n += CHUNK) {
    const count = Math.min(CHUNK, lines - n);
    const line = (_: unknown, i: number): string =>
      `EMAIL,${n + i}.${unique}@example.com,"Ann, the ${n + i}th",Oslo\r\n`;
    yield Array.from({ length: count }, line).join('');
  }
}
