import { Output, type Template, TypeGuards, Value, type Variable } from 'liquidjs';
import { isSystemKey, wholeKey } from '../look-up';
import { engine } from './liquid-engine';
import { listFilters } from './liquid-filters';
import { liquidParts, problemAt, withProblems } from './liquid-parts';

/** A parsed text in Liquid. */
interface ParsedLiquid {
  readonly templates: Template[];
  /** The keys of the data that the text reads: whole values, because lists and objects are read, too. */
  readonly keys: readonly string[];
  /** The keys that need a value, because nothing replaces it. */
  readonly needed: readonly string[];
}

/** @throws LiquidProblem; TooComplex */
export function parseLiquid(text: string): ParsedLiquid {
  // Checks the size and the nesting before liquidjs descends into blocks.
  liquidParts(text);
  const templates = withProblems(() => engine.parse(text));
  checkExpressions(templates);
  return { templates, keys: keysIn(templates), needed: neededIn(templates) };
}

/** liquidjs would ignore a second value without an operator, such as in `{{ a b }}`. @throws LiquidProblem */
function checkExpressions(templates: readonly Template[]): void {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? [])
      if (argument instanceof Value && valuesIn(argument) !== 1)
        throw problemAt(template.token, 'Expected an operator between two values');
    checkExpressions(childrenOf(template));
  }
}

/** The number of values that an expression leaves. */
function valuesIn({ initial }: Value): number {
  return initial.postfix.reduce((count, token) => {
    if (!TypeGuards.isOperatorToken(token)) return count + 1;
    return token.operator === 'not' ? count : count - 1;
  }, 0);
}

/** Names that a tag sets anywhere may be names of the data, too, because it may not be reached. */
function keysIn(templates: Template[]): string[] {
  const { variables, globals, locals } = engine.analyzeSync(templates, { partials: false });
  const names = Object.values(variables).flatMap(([first]) => {
    const name = first?.segments[0];
    return typeof name === 'string' ? [name] : [];
  });
  const read = names.filter((name) => Object.hasOwn(globals, name) || Object.hasOwn(locals, name));
  return [...new Set(read)].filter((name) => name !== 'carillon').map(wholeKey);
}

/** Properties of lists and texts. */
const derived = new Set(['first', 'last', 'size']);
const replacing = new Set(['default', ...listFilters]);

/** The outputs outside of conditions on the same value, without a replacement. */
function neededIn(templates: Template[]): string[] {
  const { globals } = engine.analyzeSync(templates, { partials: false });
  const isGlobal = (key: string): boolean => Object.hasOwn(globals, key.split('.', 1)[0] ?? '');
  const found = new Set<string>();
  const visit = (all: readonly Template[], tested: ReadonlySet<string>): void => {
    for (const template of all) {
      if (template instanceof Output && !template.value.filters.some(({ name }) => replacing.has(name)))
        for (const key of keysRead(template)) if (!tested.has(key)) found.add(key);
      const children = childrenOf(template);
      if (children.length > 0) visit(children, new Set([...tested, ...keysRead(template)]));
    }
  };
  visit(templates, new Set());
  return [...found].filter((key) => isGlobal(key) && !isSystemKey(key));
}

/** The keys of the template itself, without those of its children. */
function keysRead(template: Template): string[] {
  const alone: Template = {
    token: template.token,
    render: () => undefined,
    arguments: () => (template.arguments?.() ?? []) as Iterable<Value>,
  };
  const { variables } = engine.analyzeSync([alone], { partials: false });
  return Object.values(variables).flat().flatMap(keyOf);
}

function keyOf({ segments }: Variable): string[] {
  const names = segments.filter((segment) => typeof segment === 'string');
  const isPath = names.length === segments.length && !derived.has(names.at(-1) ?? '');
  return isPath || names.length === 1 ? [names.join('.')] : [];
}

function childrenOf(template: Template): readonly Template[] {
  return (template.children?.(false, true).next().value ?? []) as readonly Template[];
}
