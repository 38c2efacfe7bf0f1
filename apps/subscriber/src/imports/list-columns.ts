import type { Payload, Reply, Variables } from '@carillon/contracts';
import { TimeSlice } from '@carillon/input';
import { Injectable } from '@nestjs/common';
import { AttributeNames } from '../identity';
import { MemberScans } from '../membership';

/** A page ends after this many members, bytes of extra data, or different keys. */
const limits = { members: 10_000, bytes: 4 * 1024 * 1024, keys: 2_000 };

/** Lists the top-level keys of the extra data of a group's members, a page of members at a time, and all attributes. */
@Injectable()
export class ListColumns {
  constructor(
    private readonly memberScans: MemberScans,
    private readonly attributeNames: AttributeNames,
  ) {}

  async list(query: Payload<'export.columns'>): Promise<Reply<'export.columns'>> {
    const columns = new Set(query.after === null ? await this.attributeNames.ofUser(query.userId) : []);
    const slice = new TimeSlice();
    const read = { members: 0, bytes: 0 };
    let hasConsent = false;
    for await (const { _id, extraData, consent } of this.memberScans.extraData(query, limits.members)) {
      for (const key of Object.keys(JSON.parse(extraData) as Variables)) columns.add(key);
      hasConsent ||= consent.given !== undefined;
      read.members += 1;
      read.bytes += extraData.length;
      const isEnough =
        read.members === limits.members || read.bytes > limits.bytes || columns.size > limits.keys;
      if (isEnough)
        return { columns: [...columns], ...(hasConsent && { hasConsent }), next: _id.toHexString() };
      if (slice.isOver) await slice.yieldToOthers();
    }
    return { columns: [...columns], ...(hasConsent && { hasConsent }), next: null };
  }
}
