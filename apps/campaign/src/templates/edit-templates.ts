import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type AuditAction,
  type AuditChange,
  type By,
  type Deleted,
  type Payload,
  type Reply,
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
import { Attachments } from '../media-files';
import { type TemplateDraft, TemplateVersions, Templates } from '../stored-templates';

type Change = Pick<Payload<'template.update'>, 'id' | 'userId' | 'by' | 'ifVersion'>;

/** Creates, changes, and deletes templates. The audit trail records each change. */
@Injectable()
export class EditTemplates {
  constructor(
    private readonly templates: Templates,
    private readonly earlier: TemplateVersions,
    private readonly emails: CompiledEmails,
    private readonly sources: EmailSources,
    private readonly attachments: Attachments,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeat with the same ID gets the present template. @throws AppError validation_failed, media_not_found,
   * layout_not_found, quota_exceeded, template_not_found
   */
  async create(command: Payload<'template.create'>): Promise<Template> {
    const { id, userId, by, kind, name, translations, emailSource, attachments, media } = command;
    const change = { content: translations ? { translations } : {}, emailSource, attachments, media };
    const before = { kind, content: command.content };
    const draft = { kind, name, ...(await this.sources.changed(userId, before, change)) };
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
   * template_changed, validation_failed, media_not_found, layout_not_found
   */
  async update(command: Payload<'template.update'>, messageId: string): Promise<Template> {
    return this.change(command, messageId, async (before) => {
      const { name = before.name } = command;
      return { kind: before.kind, name, ...(await this.sources.changed(command.userId, before, command)) };
    });
  }

  /** @throws AppError template_not_found */
  async versions({ userId, id, ...page }: Payload<'template.versions'>): Promise<Reply<'template.versions'>> {
    return this.earlier.page(await this.existing(userId, id), page);
  }

  /** @throws AppError template_not_found, template_version_not_found */
  async version({ userId, id, version }: Payload<'template.version'>): Promise<Template> {
    return this.versionOf(await this.existing(userId, id), version);
  }

  /**
   * Replaces the messages with those of an earlier version. @throws AppError template_not_found, template_changed,
   * template_version_not_found, validation_failed; media_not_found if a file was deleted in the meantime
   */
  restore(command: Payload<'template.restore'>, messageId: string): Promise<Template> {
    return this.change(command, messageId, async (before) => {
      const { content, emailSource } = await this.versionOf(before, command.version);
      const missing = await this.attachments.missing(command.userId, content);
      if (missing.length > 0) throw new AppError('media_not_found', undefined, missing);
      return { kind: before.kind, name: before.name, content, ...(emailSource && { emailSource }) };
    });
  }

  /** Makes a change in one write that requires the version that was read, and keeps that version. */
  private async change(
    command: Change,
    messageId: string,
    changed: (before: Template) => Promise<TemplateDraft>,
  ): Promise<Template> {
    const { id, userId, by, ifVersion } = command;
    const found = await this.templates.find(userId, id);
    if (!found) {
      // A concurrent deletion may have missed the version that was just kept.
      await this.earlier.removeOf(userId, id);
      throw new AppError('template_not_found');
    }
    const { template: before, editedBy } = found;
    if (editedBy === messageId) return before;
    if (ifVersion !== undefined && ifVersion !== before.version) throw new AppError('template_changed');
    const after = await changed(before);
    await this.requireUsable(userId, after);
    const { name } = after;
    const changes = [
      ...(name === before.name ? [] : [{ field: 'name', before: before.name, after: name }]),
      { field: 'version', before: before.version, after: before.version + 1 },
    ];
    const note = this.noteOf('template.updated', by, { ...before, name }, changes);
    await this.earlier.keep(before);
    const replaced = await this.templates.replace(before, after, { messageId, at: this.clock.now(), note });
    // The template changed in the meantime: read it again.
    if (!replaced) return this.change(command, messageId, changed);
    await this.earlier.prune(replaced);
    return replaced;
  }

  /** @throws AppError template_version_not_found */
  private async versionOf(template: Template, version: number): Promise<Template> {
    const found = await this.earlier.find(template, version);
    if (!found) throw new AppError('template_version_not_found');
    return found;
  }

  /** Idempotent. @throws AppError template_not_found */
  async delete({ userId, id, by }: Payload<'template.delete'>, messageId: string): Promise<Deleted> {
    const template = await this.templates.get(userId, id);
    if (template) {
      const note = this.noteOf('template.deleted', by, template);
      const deed = { messageId, at: this.clock.now(), note };
      if (await this.templates.delete(userId, id, deed)) await this.quotas.giveBack(userId, 'templates', 1);
    }
    await this.earlier.removeOf(userId, id);
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
    if (kind !== 'CAMPAIGN') requireOnlyBlocks(draft);
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

/** Saved blocks and layouts are a design with at least one block, and nothing else. @throws AppError validation_failed */
function requireOnlyBlocks({ kind, content, emailSource }: TemplateDraft): void {
  if (emailSource?.kind !== 'design' || emailSource.design.blocks.length === 0) {
    const detail = `A template of the kind ${kind} needs an emailDesign with at least one block`;
    throw new AppError('validation_failed', detail, [{ field: 'emailDesign', code: 'required', detail }]);
  }
  if (emailSource.design.layout) {
    const detail = `A template of the kind ${kind} has no layout`;
    throw new AppError('validation_failed', detail, [
      { field: 'emailDesign.layout', code: 'not_allowed', detail },
    ]);
  }
  const { EMAIL } = textsIn(content).bodies;
  if (isDeepStrictEqual(content, contentOf({ engine: engineOf(content), bodies: { EMAIL } }))) return;
  const detail = `A template of the kind ${kind} has only a name, an engine, and an emailDesign`;
  throw new AppError('validation_failed', detail, [{ field: '', code: 'not_allowed', detail }]);
}
