import type { Encoding } from '@carillon/contracts';
import type { Template as Node } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { encoderOf } from '../encodings';
import { htmlEncodings } from '../html-context';
import type { SystemValues, Variables } from '../look-up';
import { type Slot, type Template, type TemplateMode, type TemplatePart, onOneLine } from '../template';
import { textEncodings } from '../text-context';
import { renderLiquid } from './liquid-engine';
import { FOOTER_MARK, MARKS, mark } from './marks';
import { parseLiquid } from './parsed-liquid';
import { type OutputValue, UrlEncoded } from './rendering';

/** Compiles a text in Liquid. Values are encoded as in {@link compileTemplate}. @throws LiquidProblem; TooComplex */
export function compileLiquid(text: string, mode: TemplateMode): Template {
  const { templates, keys } = parseLiquid(text.replace(MARKS, ' '));
  const slot = liquidSlot(templates, mode);
  return {
    keys,
    systemKeys: [],
    parts: [slot],
    render: (variables, system) => slot.render(variables, system),
  };
}

/** What replaces the marks in the HTML of an email. */
interface MarkedParts {
  footer: readonly TemplatePart[];
  link(number: number): TemplatePart | null;
}

/** A slot that fills a whole text. `tidy` changes the result. */
export function liquidSlot(
  templates: Node[],
  mode: TemplateMode,
  { marked, tidy = (text) => text }: { marked?: MarkedParts; tidy?: (text: string) => string } = {},
): Slot {
  const shapes = new Shapes(mode, marked);
  const render = (variables: Variables, system: SystemValues): string => {
    const { text, values } = renderLiquid(templates, variables, system);
    return tidy(filled(shapes.of(text), values, variables, system));
  };
  return { key: '', isSystem: true, isUnquoted: false, render: lastKept(render) };
}

/** A message is measured before it is sent, so that the result for the last recipient is needed again. */
function lastKept(
  render: (variables: Variables, system: SystemValues) => string,
): (variables: Variables, system?: SystemValues) => string {
  let last: { variables: Variables; system: SystemValues; text: string } | null = null;
  return (variables, system = noSystem) => {
    if (last?.variables === variables && last.system === system) return last.text;
    const text = render(variables, system);
    last = { variables, system, text };
    return text;
  };
}

const noSystem: SystemValues = {};

type FillValue = (value: OutputValue) => string;
/** A rendered text without its values: fixed parts, slots, and positions of values. */
type Shape = readonly (TemplatePart | FillValue)[];

function filled(
  shape: Shape,
  values: readonly OutputValue[],
  variables: Variables,
  system: SystemValues,
): string {
  let text = '';
  let next = 0;
  for (const part of shape) {
    if (typeof part === 'string') text += part;
    else if (typeof part === 'function') text += part(values[next++] ?? '');
    else text += part.render(variables, system);
  }
  return text;
}

/** The size of the cache of one text (characters): some dozen different shapes of a typical email. */
const REMEMBERED = 1_000_000;
const FIXED = 200;

/**
 * The context of a value depends on the text before it, and on nothing else. Recipients for whom the same branches apply
 * get the same text between the values, so it is analyzed once for them.
 */
class Shapes {
  private readonly known = new LRUCache<string, Shape>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, text) => FIXED + text.length,
  });

  constructor(
    private readonly mode: TemplateMode,
    private readonly marked: MarkedParts | undefined,
  ) {}

  of(text: string): Shape {
    const known = this.known.get(text);
    if (known) return known;
    const shape = shapeOf(text, this.mode, this.marked);
    if (text.length < REMEMBERED - FIXED) this.known.set(text, shape);
    return shape;
  }
}

/** The footer or a link. */
interface Marked {
  parts: readonly TemplatePart[];
}

function shapeOf(text: string, mode: TemplateMode, marked: MarkedParts | undefined): Shape {
  const pieces: (string | null | Marked)[] = [];
  /** What determines the contexts: the author's text with the author's links. */
  const written: (string | object)[] = [];
  let from = 0;
  const add = (fixed: string): void => {
    if (fixed === '') return;
    pieces.push(fixed);
    written.push(fixed);
  };
  for (const found of text.matchAll(mark)) {
    const [whole, link, url = ''] = found;
    add(text.slice(from, found.index));
    from = found.index + whole.length;
    if (link !== undefined) {
      const part = marked?.link(Number(link)) ?? url;
      pieces.push({ parts: [part] });
      written.push(url);
    } else if (whole === FOOTER_MARK) pieces.push({ parts: marked?.footer ?? [] });
    else {
      pieces.push(null);
      written.push({});
    }
  }
  add(text.slice(from));
  const fills = fillsOf(written, mode).values();
  return pieces.flatMap((piece): Shape => {
    if (piece === null) return [fills.next().value ?? String];
    return typeof piece === 'string' ? [mode === 'subject' ? onOneLine(piece) : piece] : piece.parts;
  });
}

const encodings: Record<TemplateMode, (parts: readonly (string | object)[]) => Encoding[][]> = {
  html: htmlEncodings,
  text: textEncodings,
  subject: (parts) => parts.flatMap((part) => (typeof part === 'string' ? [] : [[]])),
};

function fillsOf(parts: readonly (string | object)[], mode: TemplateMode): FillValue[] {
  return encodings[mode](parts).map((steps) => fillOf(steps, mode));
}

/** The steps after which a value that is encoded for URLs would be encoded twice. */
const ofUrls: ReadonlySet<Encoding> = new Set<Encoding>([
  'url',
  'url-scheme',
  'url-host',
  'url-after-host',
  'url-rest',
  'url-path',
  'url-part',
  'mailbox',
  'phone',
]);

function fillOf(steps: readonly Encoding[], mode: TemplateMode): FillValue {
  const encode = encoderOf(steps);
  const encodeAgain = encoderOf(steps.filter((step) => !ofUrls.has(step)));
  const empty = steps.includes('unquoted-whole') ? '""' : '';
  return (value) => {
    const text = value instanceof UrlEncoded ? encodeAgain(value.toString()) : encode(value);
    if (text === '') return empty;
    return mode === 'subject' ? onOneLine(text) : text;
  };
}
