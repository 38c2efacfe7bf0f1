import { escapeHtml } from './escape-html';
import { htmlKey } from './html-text';
import { isSystemKey, keyPath, textAt, type KeyPath, type SystemValues, type Variables } from './look-up';
import { type Placeholder, splitPlaceholders } from './placeholder';

/**
 * Where the text goes decides what becomes of values:
 * - `html` escapes them for text and quoted attributes; the fallback is the author's HTML and stays as written;
 * - `text` leaves them as they are (SMS, WhatsApp, the plain part of an email);
 * - `subject` is one header line: control characters and line breaks become spaces, in the author's text too.
 */
export type TemplateMode = 'html' | 'text' | 'subject';

/** A placeholder. All places where a text has the same one hold the same object. */
export interface Slot {
  readonly key: string;
  /** True for `carillon.…`: filled from the system's values, whatever extraData says. */
  readonly isSystem: boolean;
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

interface Treatment {
  readonly ofValue: (text: string) => string;
  readonly ofAuthorsText: (text: string) => string;
  readonly ofKey: (key: string) => string;
}

const asIs = (text: string): string => text;
const lineBreakOrControl = /\r\n|[\p{Cc}\u2028\u2029]/gu;
const onOneLine = (text: string): string => text.replace(lineBreakOrControl, ' ');

const treatments: Readonly<Record<TemplateMode, Treatment>> = {
  html: { ofValue: escapeHtml, ofAuthorsText: asIs, ofKey: htmlKey },
  text: { ofValue: asIs, ofAuthorsText: asIs, ofKey: asIs },
  subject: { ofValue: onOneLine, ofAuthorsText: onOneLine, ofKey: asIs },
};

/**
 * Compiles a text with placeholders `{{key}}` and `{{key|fallback}}`; the grammar stands at {@link splitPlaceholders},
 * what a key finds at `lookUp`. A value is inserted once: braces in it are text. No text is an error.
 */
export function compileTemplate(text: string, mode: TemplateMode): Template {
  const { ofValue, ofAuthorsText, ofKey } = treatments[mode];
  const slotsBySource = new Map<string, Slot>();
  const slotOf = ({ source, key, fallback = '' }: Placeholder): Slot => {
    const known = slotsBySource.get(source);
    if (known) return known;
    const slot = slotFor(ofKey(key), ofAuthorsText(fallback), ofValue);
    slotsBySource.set(source, slot);
    return slot;
  };
  const parts = splitPlaceholders(text).map((part) =>
    typeof part === 'string' ? ofAuthorsText(part) : slotOf(part),
  );
  const slots = [...slotsBySource.values()];
  return {
    keys: distinctKeys(slots.filter((slot) => !slot.isSystem)),
    systemKeys: distinctKeys(slots.filter((slot) => slot.isSystem)),
    parts,
    render: (variables, system) => renderParts(parts, variables, system),
  };
}

function slotFor(key: string, fallback: string, ofValue: (text: string) => string): Slot {
  return isSystemKey(key) ? new SystemSlot(key, fallback, ofValue) : new VariableSlot(key, fallback, ofValue);
}

class VariableSlot implements Slot {
  readonly isSystem = false;
  private readonly path: KeyPath;

  constructor(
    readonly key: string,
    private readonly fallback: string,
    private readonly ofValue: (text: string) => string,
  ) {
    this.path = keyPath(key);
  }

  render(variables: Variables): string {
    const text = textAt(variables, this.path);
    return text === undefined ? this.fallback : this.ofValue(text);
  }
}

class SystemSlot implements Slot {
  readonly isSystem = true;

  constructor(
    readonly key: string,
    private readonly fallback: string,
    private readonly ofValue: (text: string) => string,
  ) {}

  render(_variables: Variables, system: SystemValues = {}): string {
    const text = Object.hasOwn(system, this.key) ? system[this.key] : undefined;
    return text === undefined ? this.fallback : this.ofValue(text);
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
