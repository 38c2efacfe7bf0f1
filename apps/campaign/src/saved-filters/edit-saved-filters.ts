import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type AuditAction,
  type AuditChange,
  type AuditNote,
  type By,
  type Deleted,
  type FilterChanges,
  type Payload,
  type SavedCampaignFilter,
  type SavedFilter,
} from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { type FilterDraft, SavedFilters } from './saved-filters';

/** Saves, changes, and deletes filters of the campaign list. The audit trail records each change. */
@Injectable()
export class EditSavedFilters {
  constructor(
    private readonly filters: SavedFilters,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeat with the same ID gets the present filter. @throws AppError quota_exceeded, saved_filter_name_taken,
   * saved_filter_not_found
   */
  async create({ id, userId, by, name, filter }: Payload<'saved-filter.create'>): Promise<SavedFilter> {
    const at = this.clock.now();
    const note = noteOf('saved_filter.created', { id, userId, by, at }, null, { name, filter });
    const added = await this.quotas.spend(userId, 'savedFilters', () =>
      this.filters.add(userId, id, { name, filter }, { at, note }),
    );
    return added ?? (await this.filters.get(userId, id)).saved;
  }

  /** Changes the given parts. @throws AppError saved_filter_not_found, saved_filter_name_taken */
  async update(command: Payload<'saved-filter.update'>): Promise<SavedFilter> {
    const { id, userId, by } = command;
    const before = await this.filters.get(userId, id);
    const after = {
      name: command.name ?? before.saved.name,
      filter: changed(before.saved.filter, command.filter),
    };
    if (after.name === before.saved.name && isDeepStrictEqual(after.filter, before.saved.filter))
      return before.saved;
    const at = this.clock.now();
    const note = noteOf('saved_filter.updated', { id, userId, by, at }, before.saved, after);
    const replaced = await this.filters.replace(before, after, { at, note });
    // The filter changed in the meantime: read it again.
    return replaced ?? this.update(command);
  }

  /** Idempotent. @throws AppError saved_filter_not_found */
  async delete({ userId, id, by }: Payload<'saved-filter.delete'>, messageId: string): Promise<Deleted> {
    const found = await this.filters.find(userId, id);
    if (found) {
      const at = this.clock.now();
      const note = noteOf('saved_filter.deleted', { id, userId, by, at }, found.saved, null);
      if (await this.filters.delete(userId, id, { messageId, at, note }))
        await this.quotas.giveBack(userId, 'savedFilters', 1);
    }
    if (await this.filters.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('saved_filter_not_found');
  }
}

const parts = ['status', 'search', 'tag', 'approval'] as const;

function changed(before: SavedCampaignFilter, changes: FilterChanges): SavedCampaignFilter {
  const { isArchived, ...values } = { ...before, ...changes };
  return { ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)), isArchived };
}

interface Deed {
  id: string;
  userId: string;
  by: By;
  at: Date;
}

/** The audit entry of a change. Null: the filter does not exist. */
function noteOf(
  action: Extract<AuditAction, `saved_filter.${string}`>,
  { id, userId, by, at }: Deed,
  before: FilterDraft | null,
  after: FilterDraft | null,
): AuditNote {
  const changes = (['name', ...parts, 'archived'] as const).flatMap((field): AuditChange[] => {
    const change = { field, before: valueOf(before, field), after: valueOf(after, field) };
    return change.before === change.after ? [] : [change];
  });
  const name = (after ?? before)?.name ?? null;
  return auditNote(by, at, { userId, action, target: { type: 'saved_filter', id, name }, changes });
}

function valueOf(
  draft: FilterDraft | null,
  field: 'name' | 'archived' | (typeof parts)[number],
): string | boolean | null {
  if (!draft) return null;
  if (field === 'name') return draft.name;
  return (field === 'archived' ? draft.filter.isArchived : draft.filter[field]) ?? null;
}
