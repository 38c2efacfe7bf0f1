import { TooComplex } from '@carillon/content';
import type { EmailSource } from '@carillon/contracts';
import mjml2html from 'mjml';
import { designToMjml } from './design-to-mjml';

/** An error in MJML that a user wrote. `line`: from 1. */
export interface MjmlFlaw {
  line: number;
  detail: string;
}

/** The HTML of an email, or the errors in its MJML. */
export type RenderedSource = { html: string } | { flaws: MjmlFlaw[] };

const INCLUDE = /<mj-include[\s/>]/i;

/**
 * Makes the HTML of an email. It reads no files, and adds no links or pictures of its own. @throws TooComplex
 */
export async function renderSource(source: EmailSource): Promise<RenderedSource> {
  const mjml = source.kind === 'mjml' ? source.mjml : designToMjml(source.design);
  const included = lineOf(mjml, INCLUDE);
  if (included !== null) return { flaws: [{ line: included, detail: 'mj-include is not supported' }] };
  try {
    const { html } = await mjml2html(mjml, { validationLevel: 'strict', ignoreIncludes: true, fonts: {} });
    return { html: withoutIndents(html) };
  } catch (error) {
    if (error instanceof RangeError) throw new TooComplex('The MJML is nested too deeply');
    const flaws = flawsOf(error);
    // The MJML of a design has no errors.
    if (flaws === null || source.kind === 'design') throw error;
    return { flaws };
  }
}

/** The number of the first line that matches, from 1. */
function lineOf(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text);
  return found && text.slice(0, found.index).split('\n').length;
}

/** MJML indents its HTML, which is a third of its length. */
const withoutIndents = (html: string): string => html.replaceAll(/\n\s+/g, '\n');

/** The errors that strict validation or the parser found, in the order of their lines. Null: it is another failure. */
function flawsOf(error: unknown): MjmlFlaw[] | null {
  if (!(error instanceof Error)) return null;
  const { errors } = error as { errors?: { line: number; message: string }[] };
  if (errors)
    return errors
      .map(({ line, message }) => ({ line, detail: message }))
      .sort((one, other) => one.line - other.line);
  return /malformed|parsing/i.test(error.message) ? [{ line: 1, detail: error.message }] : null;
}
