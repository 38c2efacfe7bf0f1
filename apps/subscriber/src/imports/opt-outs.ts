import type { Channel, ColumnOptions } from '@carillon/contracts';
import type { Row } from '@carillon/input';
import { ErasedUsers } from '@carillon/mongo';
import { severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { keyOf } from '../identity';
import { Suppressions, importSource } from '../suppressions';
import type { Claimed } from './import-document';

/** The number of addresses that are updated concurrently. */
const AT_ONCE = 20;

/** A column with the consent of people, such as that of another product, and the values of those who opted out. */
interface OptOutColumn {
  name: string;
  channel: Channel;
  values: ReadonlySet<string>;
}

/** An address whose owner opted out, according to a line of a file. */
export interface OptedOut {
  channel: Channel;
  address: string;
  line: number;
}

export function optOutColumns(options: readonly ColumnOptions[] = []): OptOutColumn[] {
  return options.flatMap(({ name, optedOut }) =>
    optedOut ? [{ name, channel: optedOut.channel, values: new Set(optedOut.values.map(compared)) }] : [],
  );
}

/** Values are compared without spaces around them, in any letter case. */
function compared(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** Removes the columns with consents from the data of a row, and returns the addresses that opted out. */
export function takeOptOuts(row: Row, columns: readonly OptOutColumn[]): OptedOut[] {
  if (columns.length === 0) return [];
  const { line, person, contact } = row;
  if (contact) return optOutsIn(contact.attributes, contact.addresses, line, columns);
  if (!person) return [];
  const data = JSON.parse(person.extraData) as Record<string, unknown>;
  const optedOut = optOutsIn(data, [person], line, columns);
  person.extraData = JSON.stringify(data);
  return optedOut;
}

function optOutsIn(
  data: Record<string, unknown>,
  addresses: readonly { channel: Channel; address: string }[],
  line: number,
  columns: readonly OptOutColumn[],
): OptedOut[] {
  const left = new Set<Channel>();
  for (const { name, channel, values } of columns) {
    if (!Object.hasOwn(data, name)) continue;
    if (values.has(compared(data[name]))) left.add(channel);
    Reflect.deleteProperty(data, name);
  }
  return addresses.flatMap(({ channel, address }) => (left.has(channel) ? [{ channel, address, line }] : []));
}

/** Suppresses addresses that opted out according to a file. */
@Injectable()
export class ImportedOptOuts {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly erasedUsers: ErasedUsers,
  ) {}

  /** Idempotent. The people's own requests aren't limited by a quota. */
  async note({ id, userId, batchAt: at }: Claimed, optedOut: readonly OptedOut[]): Promise<void> {
    if (optedOut.length === 0 || (await this.erasedUsers.has(userId))) return;
    const event = {
      type: 'caused',
      reason: 'UNSUBSCRIBED',
      sender: null,
      at,
      source: importSource(id),
    } as const;
    const addresses = [...new Map(optedOut.map((each) => [keyOf(each), each])).values()];
    await severalAtOnce(addresses, AT_ONCE, async ({ channel, address }) => {
      await this.suppressions.apply({ userId, channel, address }, event);
    });
  }
}
