import { type Json, isJson } from '../api/json';
import { cell } from './cells';
import { padded, widthOf } from './width';

/** One thing, a line for each of its values; objects in it are dotted. */
export function details(value: Json): string[] {
  const lines = flat(value);
  const width = Math.max(0, ...lines.map(([key]) => widthOf(key)));
  return lines.map(([key, text]) => `${padded(key, width)}  ${text}`.trimEnd());
}

function flat(value: Json, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = prefix + cell(key === '_id' ? 'id' : key);
    if (isJson(inner)) return flat(inner, `${name}.`);
    return [[name, cell(inner)]];
  });
}
