import { escapeHtml, escapeUnquoted, safeUrl } from './escape-html';
import { type HtmlContext, htmlContexts } from './html-context';
import { htmlKey } from './html-text';
import { isSystemKey, keyPath, textAt, type KeyPath, type SystemValues, type Variables } from './look-up';
import { type Placeholder, splitPlaceholders } from './placeholder';

/**
 * Where the text goes decides what becomes of values:
 * - `html` escapes them as their place in the HTML needs it, and lets none begin a URL that could run a script; the fallback
 *   is the author's HTML and stays as written;
 * - `text` leaves them as they are (SMS, WhatsApp, the plain part of an email);
 * - `subject` is one header line: control characters and line breaks become spaces, in the author's text too.
 */
export type TemplateMode = 'html' | 'text' | 'subject';

/** A placeholder. All places where a text has the same one hold the same object. */
export interface Slot {
  readonly key: string;
  /** True for `carillon.…`: filled from the system's values, whatever extraData says. */
  readonly isSystem: boolean;
  /** True if it stands in a tag of the HTML without quotes around it. */
  readonly isUnquoted: boolean;
  render(variables: Variables, system?: SystemValues): string;
}

export type TemplatePart = string | Slot;

/** A text compiled once, rendered for many. */
export interface Template {
  /** Keys looked up in extraData, each once, in the order of their first use. */
  readonly keys: readonly string[];
  /** Keys that the system must fill, likewise. */
  readonly systemKeys: readonly string[];
  /** The same text as a run of fixed strings and slots: joined in order, they are what `render` answers. */
  readonly parts: readonly TemplatePart[];
  render(variables: Variables, system?: SystemValues): string;
}

/** How a value is filled in. */
interface Filling {
  readonly ofValue: (text: string) => string;
  /** What stands for an empty value. */
  readonly empty: string;
  readonly isUnquoted?: boolean;
}

interface Treatment {
  readonly filling: Filling;
  readonly ofAuthorsText: (text: string) => string;
  readonly ofKey: (key: string) => string;
}

const asIs = (text: string): string => text;
const lineBreakOrControl = /\r\n|[\p{Cc}\u2028\u2029]/gu;
const onOneLine = (text: string): string => text.replace(lineBreakOrControl, ' ');

const treatments: Readonly<Record<TemplateMode, Treatment>> = {
  html: { filling: { ofValue: escapeHtml, empty: '' }, ofAuthorsText: asIs, ofKey: htmlKey },
  text: { filling: { ofValue: asIs, empty: '' }, ofAuthorsText: asIs, ofKey: asIs },
  subject: { filling: { ofValue: onOneLine, empty: '' }, ofAuthorsText: onOneLine, ofKey: asIs },
};

/** How values are filled in at their places in HTML, by their order; equal ones are the same object. */
function htmlFillings(parts: readonly (string | Placeholder)[], usual: Filling): Filling[] {
  const offsets: number[] = [];
  let html = '';
  for (const part of parts) {
    if (typeof part !== 'string') offsets.push(html.length);
    html += typeof part === 'string' ? part : VALUE;
  }
  const fillings = new Map<string, Filling>();
  return htmlContexts(html, offsets).map((context) => {
    if (!context.isUnquoted && !context.beginsUrl) return usual;
    const key = JSON.stringify(context);
    const filling = fillings.get(key) ?? fillingIn(context);
    fillings.set(key, filling);
    return filling;
  });
}

function fillingIn({ isUnquoted, beginsUrl, isWholeValue }: HtmlContext): Filling {
  const escape = isUnquoted ? escapeUnquoted : escapeHtml;
  const ofValue = beginsUrl ? (text: string) => escape(safeUrl(text)) : escape;
  return { ofValue, empty: isWholeValue ? '""' : '', isUnquoted };
}

/** Stands for a value while HTML is looked at. */
const VALUE = 'x';

/**
 * Compiles a text with placeholders `{{key}}` and `{{key|fallback}}`; the grammar stands at {@link splitPlaceholders},
 * what a key finds at `lookUp`. A value is inserted once: braces in it are text. No text is an error.
 */
export function compileTemplate(text: string, mode: TemplateMode): Template {
  const { filling, ofAuthorsText, ofKey } = treatments[mode];
  const slotsByFilling = new Map<Filling, Map<string, Slot>>();
  const slotOf = ({ source, key, fallback = '' }: Placeholder, filled: Filling): Slot => {
    const bySource = slotsByFilling.get(filled) ?? new Map<string, Slot>();
    const slot = bySource.get(source) ?? slotFor(ofKey(key), ofAuthorsText(fallback), filled);
    slotsByFilling.set(filled, bySource.set(source, slot));
    return slot;
  };
  const split = splitPlaceholders(text);
  const fillings = mode === 'html' ? htmlFillings(split, filling).values() : null;
  const parts = split.map((part) =>
    typeof part === 'string' ? ofAuthorsText(part) : slotOf(part, fillings?.next().value ?? filling),
  );
  const slots = [...new Set(parts.filter((part) => typeof part !== 'string'))];
  return {
    keys: distinctKeys(slots.filter((slot) => !slot.isSystem)),
    systemKeys: distinctKeys(slots.filter((slot) => slot.isSystem)),
    parts,
    render: (variables, system) => renderParts(parts, variables, system),
  };
}

/** The keys that nothing stands in for: of placeholders without a fallback or with an empty one, save the system's. */
export function keysWithoutFallback(text: string, mode: TemplateMode): string[] {
  const { ofKey } = treatments[mode];
  const bare = splitPlaceholders(text).flatMap((part) =>
    typeof part === 'string' || part.fallback ? [] : [ofKey(part.key)],
  );
  return [...new Set(bare)].filter((key) => !isSystemKey(key));
}

function slotFor(key: string, fallback: string, { ofValue, empty, isUnquoted = false }: Filling): Slot {
  const fill = (text: string | undefined): string => {
    const filled = text === undefined ? fallback : ofValue(text);
    return filled === '' ? empty : filled;
  };
  return isSystemKey(key) ? new SystemSlot(key, isUnquoted, fill) : new VariableSlot(key, isUnquoted, fill);
}

class VariableSlot implements Slot {
  readonly isSystem = false;
  private readonly path: KeyPath;

  constructor(
    readonly key: string,
    readonly isUnquoted: boolean,
    private readonly fill: (text: string | undefined) => string,
  ) {
    this.path = keyPath(key);
  }

  render(variables: Variables): string {
    return this.fill(textAt(variables, this.path));
  }
}

class SystemSlot implements Slot {
  readonly isSystem = true;

  constructor(
    readonly key: string,
    readonly isUnquoted: boolean,
    private readonly fill: (text: string | undefined) => string,
  ) {}

  render(_variables: Variables, system: SystemValues = {}): string {
    return this.fill(Object.hasOwn(system, this.key) ? system[this.key] : undefined);
  }
}

function renderParts(parts: readonly TemplatePart[], variables: Variables, system?: SystemValues): string {
  let rendered = '';
  for (const part of parts) rendered += typeof part === 'string' ? part : part.render(variables, system);
  return rendered;
}

function distinctKeys(slots: readonly Slot[]): readonly string[] {
  return [...new Set(slots.map((slot) => slot.key))];
}
