import type { FilterImplOptions, Liquid } from 'liquidjs';
import { RenderFailure, Rendering, UrlEncoded } from './rendering';

type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

/** The filters of liquidjs for texts and numbers, and `default`. Their time and memory is linear, and counted. */
const plain =
  `abs append at_least at_most capitalize ceil default divided_by downcase floor lstrip minus modulo plus prepend
  remove remove_first replace replace_first round rstrip size slice split strip strip_html strip_newlines times truncate
  truncatewords upcase`.split(/\s+/);
/** The filters of liquidjs for lists. Each item counts as a step. */
export const listFilters =
  'compact concat first join last map reverse sort sort_natural sum uniq where'.split(' ');
/** Values are encoded for their context in any case. */
const escaping = ['escape', 'escape_once'];

/** A date needs as much time as many values. */
const DATE_STEPS = 20;
const DEFAULT_FORMAT = '%Y-%m-%d';
const LONGEST_FORMAT = 200;
/** A date or a time without a zone: the same in every zone. */
const withoutZone = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;
const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const seconds = /^-?\d{1,12}$/;
/** Padding to more than 99 characters. */
const wide = /%[-_0^#:]*\d{3,}/;

/** Leaves only the allowed filters, and adds those that depend on Carillon. */
export function limitFilters(engine: Liquid): void {
  const { filters } = engine;
  const builtIn = handlerOf(filters.date);
  const ofLists = listFilters.map((name) => [name, handlerOf(filters[name])] as const);
  const known = new Set([...plain, ...listFilters]);
  for (const name of Object.keys(filters)) if (!known.has(name)) engine.unregisterFilter(name);
  for (const [name, handler] of ofLists) {
    engine.registerFilter(name, function (value: unknown, ...args: unknown[]) {
      if (Array.isArray(value)) Rendering.of(this.context).spend(value.length);
      return handler.call(this, value, ...args) as unknown;
    });
  }
  for (const name of escaping) engine.registerFilter(name, (value: unknown) => value);
  engine.registerFilter('url_encode', (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? new UrlEncoded(String(value)) : value,
  );
  engine.registerFilter(
    'date',
    function (value: unknown, format: unknown = DEFAULT_FORMAT, zone: unknown = 'UTC') {
      Rendering.of(this.context).spend(DATE_STEPS);
      const date = instantOf(value);
      if (!date || typeof format !== 'string' || typeof zone !== 'string') return value;
      if (format.length > LONGEST_FORMAT || wide.test(format))
        throw new RenderFailure('The format of a date is too long');
      return builtIn.call(this, date.at, format, date.isLocal || !isZone(zone) ? 'UTC' : zone) as unknown;
    },
  );
}

function handlerOf(filter: FilterImplOptions | undefined): FilterHandler {
  if (typeof filter !== 'function') throw new Error('liquidjs lacks a filter');
  return filter;
}

/** The time of a value: a date or time of ISO 8601, seconds since 1970, or `now`. Null: it isn't a time. */
function instantOf(value: unknown): { at: Date; isLocal: boolean } | null {
  const text = typeof value === 'number' ? String(Math.trunc(value)) : value;
  if (typeof text !== 'string') return null;
  const isLocal = withoutZone.test(text);
  const at = isLocal ? inUtc(text) : elsewhere(text);
  return at && !Number.isNaN(at.getTime()) ? { at, isLocal } : null;
}

function inUtc(text: string): Date {
  return new Date(text.length === 10 ? text : `${text.replace(' ', 'T')}Z`);
}

function elsewhere(text: string): Date | null {
  if (text === 'now' || text === 'today') return new Date();
  if (seconds.test(text)) return new Date(Number(text) * 1_000);
  return withZone.test(text) ? new Date(text) : null;
}

const zones = new Map<string, boolean>();

/** Whether this is the name of a time zone, such as `Europe/Berlin`. */
function isZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const found = canFormatIn(name);
  // A value may be the name.
  if (zones.size < 1_000) zones.set(name, found);
  return found;
}

function canFormatIn(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
