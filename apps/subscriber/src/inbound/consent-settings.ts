import { Clock } from '@carillon/platform';
import {
  AppError,
  type AuditNote,
  type ConsentSettings as Settings,
  type Payload,
} from '@carillon/contracts';
import { distinctKeywords, accountKeywordIssues } from '@carillon/input';
import {
  ErasedUsers,
  NOTES_INDEX,
  type Plain,
  auditNote,
  changesBetween,
  collection,
  writeRevision,
} from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** The settings of a user. The ID is the user's ID. */
@Schema(collection('consentSettings'))
export class ConsentSettingsRecord {
  readonly _id!: ObjectId;
  @Prop({ type: [String] }) optOutWords!: string[];
  @Prop({ type: [String] }) optInWords!: string[];
  @Prop({ type: String }) helpText!: string | null;
  /** Absent: TOPIC. */
  @Prop({ type: String }) oneClick?: 'TOPIC' | 'ALL';
  @Prop({ type: Number }) rev!: number;
  /** Audit entries that are not announced yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

export const ConsentSettingsSchema = SchemaFactory.createForClass(ConsentSettingsRecord).index(
  ...NOTES_INDEX,
);

const none: Required<Settings> & { rev: number } = {
  ...{ optOutWords: [], optInWords: [], helpText: null, oneClick: 'TOPIC', rev: 0 },
};

/**
 * The opt-out and opt-in words of an account in addition to the built-in ones, its reply to HELP, and what its
 * one-click unsubscribe leaves.
 */
@Injectable()
export class ConsentSettings {
  constructor(
    @InjectModel(ConsentSettingsRecord.name)
    private readonly settings: Model<Plain<ConsentSettingsRecord>>,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<Required<Settings>> {
    return shown(await this.find(userId));
  }

  /** Changes the given fields. Errors: validation_failed for words that already have another meaning. */
  async update(command: Payload<'consent-settings.update'>): Promise<Settings> {
    await this.erasedUsers.refuse(command.userId);
    for (;;) {
      const before = await this.find(command.userId);
      const after = changed(before, command);
      const issues = accountKeywordIssues(after);
      if (issues.length > 0) throw new AppError('validation_failed', undefined, issues.slice(0, 20));
      if (await this.save(command, before, after)) return after;
    }
  }

  /** Removes the settings of a deleted user. */
  async remove(userId: string): Promise<void> {
    await this.settings.deleteOne({ _id: new ObjectId(userId) });
  }

  private async find(userId: string): Promise<Required<Settings> & { rev: number }> {
    return { ...none, ...(await this.settings.findById(new ObjectId(userId)).lean()) };
  }

  /** Returns false if another request changed the settings in the meantime. */
  private async save(
    { userId, by }: Payload<'consent-settings.update'>,
    before: Required<Settings> & { rev: number },
    after: Required<Settings>,
  ): Promise<boolean> {
    const changes = changesBetween(shown(before), shown(after));
    if (changes.length === 0) return true;
    const target = { type: 'user', id: userId, name: null } as const;
    const action = 'consent_settings.updated';
    const notes = auditNote(by, this.clock.now(), { userId, action, target, changes });
    return writeRevision(this.settings, { id: new ObjectId(userId), rev: before.rev }, after, notes);
  }
}

function shown({ optOutWords, optInWords, helpText, oneClick }: Required<Settings>) {
  return { optOutWords, optInWords, helpText, oneClick };
}

function changed(before: Required<Settings>, changes: Partial<Settings>): Required<Settings> {
  const { optOutWords, optInWords, helpText, oneClick } = changes;
  return {
    optOutWords: distinctKeywords(optOutWords ?? before.optOutWords),
    optInWords: distinctKeywords(optInWords ?? before.optInWords),
    helpText: helpText === undefined ? before.helpText : helpText,
    oneClick: oneClick ?? before.oneClick,
  };
}
