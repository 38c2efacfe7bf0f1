import type { Engine } from '@carillon/contracts';
import { compileLiquid } from './liquid/liquid-template';
import { parseLiquid } from './liquid/parsed-liquid';
import { withoutLiquid } from './liquid/without-liquid';
import { type Template, type TemplateMode, compileTemplate, keysWithoutFallback } from './template';

/** Compiles a text in the language of its content. @throws LiquidProblem; TooComplex */
export function compileText(text: string, mode: TemplateMode, engine: Engine): Template {
  return engine === 'liquid' ? compileLiquid(text, mode) : compileTemplate(text, mode);
}

/** The keys that need a value because nothing replaces them, each once. @throws LiquidProblem; TooComplex */
export function neededKeys(text: string, mode: TemplateMode, engine: Engine): readonly string[] {
  return engine === 'liquid' ? parseLiquid(text).needed : keysWithoutFallback(text, mode);
}

/**
 * The text with simple placeholders, for checks that need no values. A text in Liquid has all of its branches, on the
 * same lines. @throws LiquidProblem; TooComplex
 */
export function simpleText(text: string, engine: Engine): string {
  return engine === 'liquid' ? withoutLiquid(text) : text;
}
