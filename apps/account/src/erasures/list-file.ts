import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { By, Erasure, misfit } from '@carillon/contracts';
import { Database } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Static, Type } from '@sinclair/typebox';
import { ApiKeys } from '../keys';
import { Users } from '../users';
import { servicesOf, servicesOfPeople } from './begin-erasure';
import { Erasures } from './erasures';

const { id, userId, kind, requestedAt } = Erasure.properties;
/** One line of the file. An address is identified only by the hash. */
const Line = Type.Object({
  ...{ id, userId, kind, requestedAt },
  hash: Type.Union([Type.String(), Type.Null()]),
  /** The person who is erased with all addresses. Each address has a line of its own. */
  personId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  requestedBy: By,
});
type Line = Static<typeof Line>;

/** The list of erasures as a file of JSON lines, which is stored outside the backups and applied after a restore. */
@Injectable()
export class ErasureListFile {
  constructor(
    private readonly erasures: Erasures,
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Writes all erasures. Returns their number. */
  async export(file: string): Promise<number> {
    let count = 0;
    const lines = async function* (erasures: Erasures): AsyncGenerator<string> {
      for await (const { requestedAt, ...rest } of erasures.all()) {
        count += 1;
        yield `${JSON.stringify({ ...rest, requestedAt: requestedAt.toISOString() } satisfies Line)}\n`;
      }
    };
    await pipeline(Readable.from(lines(this.erasures)), createWriteStream(file, { mode: 0o600 }));
    return count;
  }

  /**
   * Restarts all erasures in the file. The running service carries them out. Returns their number. @throws Error if a
   * line is not an erasure
   */
  async apply(file: string): Promise<number> {
    let count = 0;
    for await (const text of createInterface({ input: createReadStream(file) })) {
      if (text.trim() === '') continue;
      count += 1;
      await this.begin(read(text, count));
    }
    return count;
  }

  private async begin(line: Line): Promise<void> {
    await this.database.transaction(async (session) => {
      if (line.kind === 'USER') {
        await this.users.remove(line.userId, session);
        await this.keys.removeAll(line.userId, session);
      }
      const { personId = null } = line;
      const services = personId === null ? servicesOf[line.kind] : servicesOfPeople;
      await this.erasures.beginAgain({ ...line, personId, services }, this.clock.now(), session);
    });
  }
}

function read(text: string, line: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const isErasure = misfit(Line, value) === null && namesSomebody(value as Line);
  if (!isErasure) throw new Error(`Line ${line} of the file is not an erasure`);
  return value as Line;
}

/**
 * An address is identified only by the hash. Without a hash, the service would find no address and count the erasure as
 * done.
 */
function namesSomebody({ kind, hash, personId = null }: Line): boolean {
  return kind === 'USER' || hash !== null || personId !== null;
}
