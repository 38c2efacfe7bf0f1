import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { attachedFiles } from './campaign';
import { CampaignContent, WrittenContentChanges, newTranslations } from './content';
import { command, read } from './define';
import { EmailSource, WrittenSource } from './email-source';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/**
 * CAMPAIGN: the messages of a campaign. BLOCKS: blocks of an email, which the visual editor adds to designs. LAYOUT: what is
 * around the blocks of emails.
 */
export const templateKinds = ['CAMPAIGN', 'BLOCKS', 'LAYOUT'] as const;
export type TemplateKind = (typeof templateKinds)[number];
const TemplateKind = Type.Unsafe<TemplateKind>(Type.Union(templateKinds.map((kind) => Type.Literal(kind))));

const head = {
  id: Id,
  userId: Id,
  kind: TemplateKind,
  name: Type.String(),
  /** Increases with each change. */
  version: Type.Integer({ minimum: 1 }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};
const emailSource = { emailSource: Type.Optional(EmailSource) };

/** Messages that new campaigns begin with, or a part of an email. It has at least one message. */
export const Template = Type.Object({ ...head, content: CampaignContent, ...emailSource });
export type Template = Static<typeof Template>;

/** What lists show of a template. `channels`: those with a message. */
export const TemplateOutline = Type.Object({ ...head, channels: Type.Array(Channel) });
export type TemplateOutline = Static<typeof TemplateOutline>;

/** An earlier version of a template in lists. `savedAt`: when it was written. */
export const TemplateVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  channels: Type.Array(Channel),
  savedAt: Timestamp,
});
export type TemplateVersion = Static<typeof TemplateVersion>;

const which = { userId: Id, id: Id };
const earlier = { ...which, version: Type.Integer() };
/** A large email waits until other large emails are compiled. */
const COMPILE_TIMEOUT_MS = 10_000;

export const templateMessages = {
  /**
   * With `emailSource`, the content has no email: the service makes it. Errors: validation_failed without a message, for
   * BLOCKS or LAYOUT with anything but a design, for a LAYOUT without exactly one slot, or for an email that can't be made or
   * compiled; layout_not_found; quota_exceeded; template_not_found for a repeat if the template was deleted in the meantime.
   */
  'template.create': command(
    'campaign',
    Type.Object({
      ...{ ...which, by: By, kind: TemplateKind, name: Type.String(), content: CampaignContent },
      ...newTranslations,
      emailSource: Type.Optional(WrittenSource),
      ...attachedFiles,
    }),
    Template,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** Errors: template_not_found. */
  'template.get': command('campaign', Type.Object(which), Template),
  /** Newest first. `search`: a part of the name. */
  'template.list': read(
    'campaign',
    Type.Object({ userId: Id, kind: TemplateKind, search: Type.Optional(Type.String()), ...PageRequest }),
    Page(TemplateOutline),
  ),
  /**
   * Changes the given parts. An `emailSource` of null separates the HTML from its source. Errors: template_not_found;
   * template_changed if the template has another version than `ifVersion`; validation_failed as for `template.create`, and
   * for HTML that would replace what is made from a source.
   */
  'template.update': command(
    'campaign',
    Type.Object({
      ...which,
      by: By,
      name: Type.Optional(Type.String()),
      content: WrittenContentChanges,
      emailSource: Type.Optional(Nullable(WrittenSource)),
      ...attachedFiles,
      ifVersion: Type.Optional(Type.Integer()),
    }),
    Template,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** The last earlier versions, newest first, continuing before a version. Errors: template_not_found. */
  'template.versions': read('campaign', Type.Object({ ...which, ...PageRequest }), Page(TemplateVersion)),
  /** The template as it was. Errors: template_not_found, template_version_not_found. */
  'template.version': command('campaign', Type.Object(earlier), Template),
  /**
   * Replaces the messages with those of an earlier version, as a new version. The name stays. Errors: template_not_found;
   * template_version_not_found; template_changed if the template has another version than `ifVersion`; media_not_found if
   * an attached file was deleted in the meantime; validation_failed.
   */
  'template.restore': command(
    'campaign',
    Type.Object({ ...earlier, by: By, ifVersion: Type.Optional(Type.Integer()) }),
    Template,
    { timeoutMs: COMPILE_TIMEOUT_MS },
  ),
  /** Campaigns keep their content. Errors: template_not_found. */
  'template.delete': command('campaign', Type.Object({ ...which, by: By }), Deleted),
};
