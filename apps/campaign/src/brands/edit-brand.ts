import { type AuditValue, type Brand, type Payload, noBrand } from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Brands } from './brands';

/** Changes brands. The audit trail records each change. */
@Injectable()
export class EditBrand {
  constructor(
    private readonly brands: Brands,
    private readonly clock: Clock,
  ) {}

  /** Changes the given fields in one write that requires the revision that was read. */
  async update(command: Payload<'brand.update'>): Promise<Brand> {
    const { userId, by } = command;
    const { brand: before, rev } = await this.brands.find(userId);
    const after = changed(before, command);
    const changes = fields.flatMap((field) =>
      JSON.stringify(before[field]) === JSON.stringify(after[field])
        ? []
        : [{ field, before: audited(before[field]), after: audited(after[field]) }],
    );
    if (changes.length === 0) return before;
    const target = { type: 'user', id: userId, name: null } as const;
    const note = auditNote(by, this.clock.now(), { userId, action: 'brand.updated', target, changes });
    // Otherwise, another request changed the brand in the meantime: read it again.
    return (await this.brands.replace(userId, rev, after, note)) ? after : this.update(command);
  }
}

const fields = Object.keys(noBrand) as (keyof Brand)[];

/** The logo by its URL, and links by theirs. */
function audited(value: Brand[keyof Brand]): AuditValue {
  if (Array.isArray(value)) return value.map(({ href }) => href);
  return typeof value === 'object' && value !== null ? value.src : value;
}

function changed(before: Brand, command: Partial<Brand>): Brand {
  const given = fields.filter((field) => command[field] !== undefined);
  return { ...before, ...Object.fromEntries(given.map((field) => [field, command[field]])) };
}
