import { randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below the ports that systems hand out by themselves, so that no outgoing connection sits on ours at a restart. */
const LOWEST = 20_000;
const HIGHEST = 30_000;
const ATTEMPTS = 200;

/** Loopback ports by name, remembered in a directory: the same ones again after a restart, where they are free. */
export class Ports {
  private constructor(
    private readonly file: string,
    private readonly known: Map<string, number>,
  ) {}

  static async open(directory: string): Promise<Ports> {
    await mkdir(directory, { recursive: true });
    const file = join(directory, 'ports.json');
    return new Ports(file, await readKnown(file));
  }

  /** The port that this name had last; undefined when it had none. */
  last(name: string): number | undefined {
    return this.known.get(name);
  }

  /** The port remembered for this name if it is free, else another free one, remembered from now on. */
  async take(name: string): Promise<number> {
    const remembered = this.known.get(name);
    if (remembered !== undefined && (await isFree(remembered))) return remembered;
    const port = await this.findFree();
    this.known.set(name, port);
    await writeFile(`${this.file}.new`, JSON.stringify(Object.fromEntries(this.known), null, 2));
    await rename(`${this.file}.new`, this.file);
    return port;
  }

  private async findFree(): Promise<number> {
    const taken = new Set(this.known.values());
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const port = randomInt(LOWEST, HIGHEST);
      if (!taken.has(port) && (await isFree(port))) return port;
    }
    throw new Error(`No free port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}`);
  }
}

/** Whether a server could listen on this port of the loopback address now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

async function readKnown(file: string): Promise<Map<string, number>> {
  try {
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof known !== 'object' || known === null) return new Map();
    return new Map(
      Object.entries(known).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
    );
  } catch {
    // Not there yet, or cut off in the middle: ports are chosen anew.
    return new Map();
  }
}
