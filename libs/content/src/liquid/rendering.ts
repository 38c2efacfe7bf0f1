import type { Context } from 'liquidjs';
import { VALUE } from '../url-context';

/** The limit of rendered pieces of one text: outputs, and tags and texts in loops. Real emails have hundreds. */
const MOST_STEPS = 20_000;
/** The limit of the text in the bodies of loops together (characters), even in branches that are not rendered. */
const MOST_LOOPED = 10_000_000;
/** The limit of all values together, before they are encoded (characters). */
const MOST_VALUES = 1_000_000;

/** A text takes too much time or memory with the values of a recipient. */
export class RenderFailure extends Error {}

/** A value that is encoded for a URL already. In other contexts than URLs, it is shown as encoded. */
export class UrlEncoded {
  constructor(private readonly text: string) {}

  toString(): string {
    return encodeURIComponent(this.text.toWellFormed());
  }
}

/** The text of a value, or an encoded value. */
export type OutputValue = string | UrlEncoded;

const REGISTER = 'carillon.rendering';

/** One rendering of a text: the values that it outputs, and what it has used. */
export class Rendering {
  readonly values: OutputValue[] = [];
  private steps = 0;
  private looped = 0;
  private length = 0;

  static of(context: Context): Rendering {
    return context.getRegister<Rendering>(REGISTER);
  }

  begin(context: Context): void {
    context.setRegister(REGISTER, this);
  }

  /** @throws RenderFailure */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MOST_STEPS)
      throw new RenderFailure(`More than ${MOST_STEPS.toLocaleString('en')} steps, such as rounds of loops`);
  }

  /** One round of a loop. @throws RenderFailure */
  round(pieces: number, characters: number): void {
    this.spend(pieces);
    this.looped += characters;
    if (this.looped > MOST_LOOPED) throw new RenderFailure('Loops repeat too much text');
  }

  /** Keeps a value, and returns the character that replaces it until its context is known. @throws RenderFailure */
  output(value: unknown): string {
    this.spend(1);
    const text = value instanceof UrlEncoded ? value : textOfAny(value);
    this.length += String(text).length;
    if (this.length > MOST_VALUES) throw new RenderFailure('The values are too long');
    this.values.push(text);
    return VALUE;
  }

  /** The text with the values that it has output since there were `kept` of them. They are output no longer. */
  takeBack(text: string, kept: number): string {
    const values = this.values.splice(kept).values();
    return text.replaceAll(VALUE, () => String(values.next().value ?? ''));
  }
}

/** A list is the text of its items. Objects have no text. */
function textOfAny(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof UrlEncoded) return value.toString();
  return Array.isArray(value) ? value.map(textOfAny).join('') : '';
}
