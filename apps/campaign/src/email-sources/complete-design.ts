import {
  AppError,
  DESIGN_CHARACTERS,
  type DesignBlock,
  type DesignLayout,
  type EmailDesign,
  type FieldError,
  type Template,
  type WrittenDesign,
} from '@carillon/contracts';
import type { TemplateVersions, Templates } from '../stored-templates';

interface Stored {
  templates: Pick<Templates, 'get'>;
  versions: Pick<TemplateVersions, 'find'>;
}

type WrittenLayout = NonNullable<WrittenDesign['layout']>;

/**
 * The design of a layout, or of an email with a copy of the layout that it names. @throws AppError layout_not_found;
 * validation_failed for a slot outside of a layout, a layout without exactly one slot, or a design that is too long with its
 * layout
 */
export async function completeDesign(
  stored: Stored,
  userId: string,
  { layout, ...written }: WrittenDesign,
  of: 'email' | 'layout',
): Promise<EmailDesign> {
  if (of === 'layout') requireOneSlot(written.blocks, 'emailDesign.blocks');
  else requireNoSlot(written.blocks);
  if (!layout) return written;
  const design = { ...written, layout: await layoutOf(stored, userId, layout) };
  if (JSON.stringify(design).length <= DESIGN_CHARACTERS) return design;
  const most = DESIGN_CHARACTERS.toLocaleString('en');
  throw refused('emailDesign', 'too_big', `Must have at most ${most} characters as JSON, with the layout`);
}

function requireOneSlot(blocks: readonly DesignBlock[], field: string): void {
  const count = blocks.filter(isSlot).length;
  if (count === 1) return;
  const code = count === 0 ? 'required' : 'too_many';
  throw refused(field, code, 'A layout needs exactly one block of the type slot');
}

function requireNoSlot(blocks: readonly DesignBlock[]): void {
  const at = blocks.findIndex(isSlot);
  if (at !== -1) throw refused(`emailDesign.blocks.${at}`, 'not_allowed', 'Only a layout has a slot');
}

const isSlot = ({ type }: DesignBlock): boolean => type === 'slot';

/** The stored layout. If it's no longer stored in that version, the copy that the email has. */
async function layoutOf(
  { templates, versions }: Stored,
  userId: string,
  written: WrittenLayout,
): Promise<DesignLayout> {
  const { id, version } = written;
  const current = await templates.get(userId, id);
  if (current && current.kind !== 'LAYOUT') throw notFound('id', `The template ${id} isn't a layout`);
  const isCurrent = version === undefined || version === current?.version;
  const found = current && !isCurrent ? await versions.find(current, version) : current;
  const layout = (found && copyOf(found)) ?? givenCopy(written);
  if (layout) return layout;
  throw current
    ? notFound('version', `Version ${String(version)} of the layout ${id} isn't stored`)
    : notFound('id', `There is no layout ${id}`);
}

function copyOf({ id, version, name, emailSource }: Template): DesignLayout | null {
  if (emailSource?.kind !== 'design') return null;
  const { style, blocks } = emailSource.design;
  return { id, version, name, ...(style && { style }), blocks };
}

/** The complete layout in the request. Null: it only names one. @throws AppError validation_failed */
function givenCopy({ id, version, name, style, blocks }: WrittenLayout): DesignLayout | null {
  if (version === undefined || name === undefined || blocks === undefined) return null;
  requireOneSlot(blocks, 'emailDesign.layout.blocks');
  return { id, version, name, ...(style && { style }), blocks };
}

const notFound = (field: 'id' | 'version', detail: string): AppError =>
  new AppError('layout_not_found', detail, [
    { field: `emailDesign.layout.${field}`, code: 'not_found', detail },
  ]);

const refused = (field: string, code: FieldError['code'], detail: string): AppError =>
  new AppError('validation_failed', detail, [{ field, code, detail }]);
