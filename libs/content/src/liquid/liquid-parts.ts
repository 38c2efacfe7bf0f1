import { LiquidError, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import { TooComplex } from '../too-complex';
import { engine } from './liquid-engine';

/** A piece of Liquid in a text. */
export interface LiquidPart {
  readonly source: string;
  /** The key of an output in reports. Absent: a tag, or a block that outputs nothing. */
  readonly key?: string;
  /** Outputs are as wide as a character where the text is analyzed, and tags have no width. */
  readonly isTag: boolean;
  /** 1 at the beginning of a block, and -1 at its end. */
  readonly nesting: -1 | 0 | 1;
}

export type LiquidParts = readonly (string | LiquidPart)[];

/** An error in a text, which its author can fix. */
export class LiquidProblem extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** The limit of tags and outputs of one text. Real emails have dozens. */
const MOST_PIECES = 5_000;
const MOST_NESTED = 20;
const blocks = new Set(['case', 'for', 'if', 'unless']);

/**
 * Splits a text at its tags and outputs; the text between them is literal. What is captured is one part, because it isn't
 * output where it is written. So is a comment, or it is omitted.
 * @throws LiquidProblem; TooComplex
 */
export function liquidParts(source: string, { comments = false } = {}): LiquidParts {
  const parts: (string | LiquidPart)[] = [];
  let pieces = 0;
  let depth = 0;
  let inside: { token: TopLevelToken; name: 'capture' | 'comment'; depth: number } | null = null;
  for (const token of tokensOf(source)) {
    const text = source.slice(token.begin, token.end);
    const name = TypeGuards.isTagToken(token) ? token.name : '';
    if (!TypeGuards.isHTMLToken(token) && ++pieces > MOST_PIECES)
      throw new TooComplex(
        `A text has more than ${MOST_PIECES.toLocaleString('en')} tags and outputs of Liquid`,
      );
    if (inside) {
      if (name === inside.name && name === 'capture') inside.depth += 1;
      if (name !== `end${inside.name}` || --inside.depth > 0) continue;
      if (inside.name === 'capture' || comments)
        parts.push(part(source.slice(inside.token.begin, token.end)));
      inside = null;
    } else if (name === 'capture' || name === 'comment') inside = { token, name, depth: 1 };
    else if (TypeGuards.isHTMLToken(token)) parts.push(text);
    else if (TypeGuards.isOutputToken(token))
      parts.push({
        source: text,
        key: text.replace(/^\{\{-?|-?\}\}$/g, '').trim(),
        isTag: false,
        nesting: 0,
      });
    else {
      const nesting = blocks.has(name) ? 1 : blocks.has(name.slice(3)) && name.startsWith('end') ? -1 : 0;
      depth += nesting;
      if (depth > MOST_NESTED)
        throw problemAt(token, `Blocks are nested more than ${MOST_NESTED} levels deep`);
      parts.push(part(text, nesting));
    }
  }
  return parts;
}

function part(source: string, nesting: LiquidPart['nesting'] = 0): LiquidPart {
  return { source, isTag: true, nesting };
}

function tokensOf(source: string): TopLevelToken[] {
  return withProblems(() =>
    new Tokenizer(source, engine.options.operators).readTopLevelTokens(engine.options),
  );
}

/** Runs a step of liquidjs, whose errors say where they are in the text. @throws LiquidProblem */
export function withProblems<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    throw problemAt(error.token, error.message.replace(/(?:, (?:line|col):\d+)+$/, ''));
  }
}

export function problemAt(token: { getPosition(): number[] }, message: string): LiquidProblem {
  const [line = 1, column = 1] = token.getPosition();
  return new LiquidProblem(message, line, column);
}
