import type { Encoding, ValuePart } from '@carillon/contracts';
import { encoderOf } from './encodings';
import { htmlEncodings } from './html-context';
import { htmlKey } from './html-text';
import { isSystemKey, keyPath, textAt, type KeyPath, type SystemValues, type Variables } from './look-up';
import { type Placeholder, splitPlaceholders } from './placeholder';
import { textEncodings } from './text-context';

/**
 * The mode determines how values are encoded:
 * - `html` encodes them for their context in the HTML (a URL, a style, a script, an attribute, text), and prevents URLs
 *   that could run a script; the fallback is the author's HTML and stays unchanged;
 * - `text` percent-encodes them within links, and leaves them unchanged elsewhere (SMS, WhatsApp, the plain part of an
 *   email);
 * - `subject` is one header line: control characters and line breaks become spaces, also in the author's text.
 */
export type TemplateMode = 'html' | 'text' | 'subject';

/** A placeholder. Equal placeholders in the same context share one object. */
export interface Slot {
  readonly key: string;
  /** True for `carillon.…`: filled with the system's values, regardless of extraData. */
  readonly isSystem: boolean;
  /** True if the placeholder is in an HTML tag without quotes around it. */
  readonly isUnquoted: boolean;
  render(variables: Variables, system?: SystemValues): string;
}

export type TemplatePart = string | Slot;

/** A text that is compiled once and rendered for many recipients. */
export interface Template {
  /** Keys looked up in extraData, each once, in the order of their first use. */
  readonly keys: readonly string[];
  /** Keys with system values, each once. */
  readonly systemKeys: readonly string[];
  /** The same text as a sequence of fixed strings and slots, which `render` joins in order. */
  readonly parts: readonly TemplatePart[];
  render(variables: Variables, system?: SystemValues): string;
}

interface Treatment {
  readonly ofValue: (text: string) => string;
  readonly ofAuthorsText: (text: string) => string;
  readonly ofKey: (key: string) => string;
  readonly encodings: (parts: readonly (string | Placeholder)[]) => Encoding[][];
}

const asIs = (text: string): string => text;
const lineBreakOrControl = /\r\n|[\p{Cc}\u2028\u2029]/gu;
/** Text as one header line. */
export const onOneLine = (text: string): string => text.replace(lineBreakOrControl, ' ');

const treatments: Readonly<Record<TemplateMode, Treatment>> = {
  html: { ofValue: asIs, ofAuthorsText: asIs, ofKey: htmlKey, encodings: htmlEncodings },
  text: { ofValue: asIs, ofAuthorsText: asIs, ofKey: asIs, encodings: textEncodings },
  subject: { ofValue: onOneLine, ofAuthorsText: onOneLine, ofKey: asIs, encodings: () => [] },
};

/** A text split into fixed parts and placeholders. {@link splitPlaceholders} describes the grammar. */
export function templateParts(text: string, mode: TemplateMode): (string | ValuePart)[] {
  const { ofAuthorsText, ofKey, encodings } = treatments[mode];
  const split = splitPlaceholders(text);
  const steps = encodings(split).values();
  return split.map((part) =>
    typeof part === 'string'
      ? ofAuthorsText(part)
      : {
          key: ofKey(part.key),
          fallback: ofAuthorsText(part.fallback ?? ''),
          as: steps.next().value ?? [],
        },
  );
}

/** Creates the slots of a text, one for all equal placeholders. */
export function slotMaker(ofValue: (text: string) => string = asIs): (part: ValuePart) => Slot {
  const slots = new Map<string, Slot>();
  return (part) => {
    const id = JSON.stringify([part.key, part.fallback, part.as]);
    const slot = slots.get(id) ?? slotFor(part, ofValue);
    slots.set(id, slot);
    return slot;
  };
}

/**
 * Compiles a text with placeholders `{{key}}` and `{{key|fallback}}`. See `lookUp` for keys. A value is inserted once:
 * braces in it are text. Every text is valid.
 */
export function compileTemplate(text: string, mode: TemplateMode): Template {
  const slotOf = slotMaker(treatments[mode].ofValue);
  const parts = templateParts(text, mode).map((part) => (typeof part === 'string' ? part : slotOf(part)));
  const slots = [...new Set(parts.filter((part) => typeof part !== 'string'))];
  return {
    keys: distinctKeys(slots.filter((slot) => !slot.isSystem)),
    systemKeys: distinctKeys(slots.filter((slot) => slot.isSystem)),
    parts,
    render: (variables, system) => renderParts(parts, variables, system),
  };
}

/** The keys without a replacement: of placeholders without a fallback or with an empty one, except system keys. */
export function keysWithoutFallback(text: string, mode: TemplateMode): string[] {
  const { ofKey } = treatments[mode];
  const bare = splitPlaceholders(text).flatMap((part) =>
    typeof part === 'string' || part.fallback ? [] : [ofKey(part.key)],
  );
  return [...new Set(bare)].filter((key) => !isSystemKey(key));
}

function slotFor({ key, fallback, as }: ValuePart, ofValue: (text: string) => string): Slot {
  const empty = as.includes('unquoted-whole') ? '""' : '';
  const isUnquoted = as.some((step) => step === 'unquoted' || step === 'unquoted-whole');
  const encode = encoderOf(as);
  const fill = (text: string | undefined): string => {
    const filled = text === undefined ? fallback : encode(ofValue(text));
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
