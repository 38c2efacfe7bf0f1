import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type AuditAction,
  type AuditChange,
  type By,
  type Deleted,
  type Payload,
  type Template,
  contentOf,
  engineOf,
  textsIn,
} from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { requireMessage } from '../campaigns';
import { CompiledEmails } from '../compiling';
import { EmailSources } from '../email-sources';
import type { TemplateDraft } from './template-document';
import { Templates } from './templates';

/** Creates, changes, and deletes templates. The audit trail records each change. */
@Injectable()
export class EditTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly emails: CompiledEmails,
    private readonly sources: EmailSources,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeat with the same ID gets the present template. @throws AppError validation_failed, media_not_found,
   * quota_exceeded, template_not_found
   */
  async create(command: Payload<'template.create'>): Promise<Template> {
    const { id, userId, by, kind, name, translations, emailSource, attachments, media } = command;
    const change = { content: translations ? { translations } : {}, emailSource, attachments, media };
    const draft = { kind, name, ...(await this.sources.changed(userId, command, change)) };
    await this.requireUsable(userId, draft);
    const at = this.clock.now();
    const note = this.noteOf('template.created', by, { id, userId, name });
    const added = await this.quotas.spend(userId, 'templates', () =>
      this.templates.add(userId, id, draft, { at, note }),
    );
    return added ?? this.existing(userId, id);
  }

  /**
   * Changes the given parts in one write that requires the version that was read. @throws AppError template_not_found,
   * template_changed, validation_failed, media_not_found
   */
  async update(command: Payload<'template.update'>, messageId: string): Promise<Template> {
    const { id, userId, by, ifVersion } = command;
    const found = await this.templates.find(userId, id);
    if (!found) throw new AppError('template_not_found');
    const { template: before, editedBy } = found;
    if (editedBy === messageId) return before;
    if (ifVersion !== undefined && ifVersion !== before.version) throw new AppError('template_changed');
    const { name = before.name } = command;
    const after = { kind: before.kind, name, ...(await this.sources.changed(userId, before, command)) };
    await this.requireUsable(userId, after);
    const changes = [
      ...(name === before.name ? [] : [{ field: 'name', before: before.name, after: name }]),
      { field: 'version', before: before.version, after: before.version + 1 },
    ];
    const note = this.noteOf('template.updated', by, { ...before, name }, changes);
    const replaced = await this.templates.replace(before, after, { messageId, at: this.clock.now(), note });
    // The template changed in the meantime: read it again.
    return replaced ?? this.update(command, messageId);
  }

  /** Idempotent. @throws AppError template_not_found */
  async delete({ userId, id, by }: Payload<'template.delete'>, messageId: string): Promise<Deleted> {
    const template = await this.templates.get(userId, id);
    if (template) {
      const note = this.noteOf('template.deleted', by, template);
      const deed = { messageId, at: this.clock.now(), note };
      if (await this.templates.delete(userId, id, deed)) await this.quotas.giveBack(userId, 'templates', 1);
    }
    if (await this.templates.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('template_not_found');
  }

  /** @throws AppError template_not_found */
  async existing(userId: string, id: string): Promise<Template> {
    const template = await this.templates.get(userId, id);
    if (!template) throw new AppError('template_not_found');
    return template;
  }

  /** Campaigns must accept the content. @throws AppError validation_failed */
  private async requireUsable(userId: string, draft: TemplateDraft): Promise<void> {
    const { kind, name, content } = draft;
    if (kind === 'BLOCKS') requireBlocks(draft);
    requireMessage(content);
    await this.emails.of({ userId, name, content });
  }

  private noteOf(
    action: AuditAction,
    by: By,
    { userId, id, name }: Pick<Template, 'userId' | 'id' | 'name'>,
    changes: AuditChange[] = [],
  ) {
    const target = { type: 'template', id, name } as const;
    return auditNote(by, this.clock.now(), { userId, action, target, changes });
  }
}

/** Saved blocks are a design with at least one block, and nothing else. @throws AppError validation_failed */
function requireBlocks({ content, emailSource }: TemplateDraft): void {
  if (emailSource?.kind !== 'design' || emailSource.design.blocks.length === 0) {
    const detail = 'A template of the kind BLOCKS needs an emailDesign with at least one block';
    throw new AppError('validation_failed', detail, [{ field: 'emailDesign', code: 'required', detail }]);
  }
  const { EMAIL } = textsIn(content).bodies;
  if (isDeepStrictEqual(content, contentOf({ engine: engineOf(content), bodies: { EMAIL } }))) return;
  const detail = 'A template of the kind BLOCKS has only a name, an engine, and an emailDesign';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'not_allowed', detail }]);
}
