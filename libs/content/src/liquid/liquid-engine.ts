import {
  CaptureTag,
  Context,
  ForTag,
  Liquid,
  LiquidError,
  type Parser,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { type SystemValues, type Variables, isSystemKey } from '../look-up';
import { limitFilters } from './liquid-filters';
import { RenderFailure, Rendering } from './rendering';

/** The tags that authors can use. The others read files, output HTML, or change values of the recipient. */
const allowedTags = new Set([
  '#',
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'for',
  'if',
  'raw',
  'unless',
]);
/** The longest source (characters): that of an email, and its preheader. */
const LONGEST_SOURCE = 600_000;
/** The limit of all texts and lists that filters create for one rendering (characters, items). */
const MEMORY = 1_000_000;
/** The last resort against anything that the other limits miss (milliseconds). They apply much earlier. */
const TIME_MS = 10_000;

const SYSTEM = 'carillon.';

/** A loop, each round of which counts as many steps as its body has pieces. */
class CountedForTag extends ForTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    const before = remaining.length;
    super(token, remaining, liquid, parser);
    const pieces = before - remaining.length;
    const characters = (remaining[0]?.begin ?? token.input.length) - token.end;
    const count: Template = {
      token,
      render: (context: Context) => Rendering.of(context).round(pieces, characters),
    };
    this.templates.unshift(count);
  }
}

/** Captures text: the values in it are encoded when it is output, for the context of the output. */
class TextCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const rendering = Rendering.of(context);
    const kept = rendering.values.length;
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    const captured = rendering.takeBack(String(scope[this.variable]), kept);
    context.memoryLimit.use(captured.length);
    scope[this.variable] = captured;
  }
}

function limitedEngine(): Liquid {
  const engine = new Liquid({
    // Partials come from nowhere. The tags that read them are removed, too.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    locale: 'en-US',
    timezoneOffset: 'UTC',
    parseLimit: LONGEST_SOURCE,
    memoryLimit: MEMORY,
    renderLimit: TIME_MS,
    outputEscape(this: { context: Context }, value: unknown) {
      return Rendering.of(this.context).output(value);
    },
  });
  limitFilters(engine);
  for (const name of Object.keys(engine.tags))
    if (!allowedTags.has(name)) Reflect.deleteProperty(engine.tags, name);
  engine.registerTag('for', CountedForTag);
  engine.registerTag('capture', TextCaptureTag);
  return engine;
}

/** The engine of all texts in Liquid: only own properties, allowed tags and filters, and limits. */
export const engine = limitedEngine();

/** A rendered text, in which a character replaces each value, and the values in their order. */
interface RenderedText {
  text: string;
  values: Rendering['values'];
}

/** Renders a parsed text for a recipient. @throws RenderFailure */
export function renderLiquid(
  templates: Template[],
  variables: Variables,
  system: SystemValues,
): RenderedText {
  // The scope has no prototype, so that it has only the names of the recipient's data.
  const scope = Object.assign(Object.create(null) as Record<string, unknown>, variables, {
    carillon: withoutPrefix(system),
  });
  const context = new Context(scope, engine.options, { sync: true }, { liquid: engine });
  const rendering = new Rendering();
  rendering.begin(context);
  try {
    return { text: String(engine.renderSync(templates, context)), values: rendering.values };
  } catch (error) {
    if (LiquidError.is(error)) throw new RenderFailure(error.originalError?.message ?? error.message);
    throw error;
  }
}

/** The system's values by their names in `carillon`. */
function withoutPrefix(system: SystemValues): Record<string, string> {
  const values: Record<string, string> = {};
  for (const key of Object.keys(system)) {
    const value = system[key];
    if (isSystemKey(key) && value !== undefined) values[key.slice(SYSTEM.length)] = value;
  }
  return values;
}
