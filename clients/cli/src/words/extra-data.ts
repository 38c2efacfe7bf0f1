import { Option } from '@commander-js/extra-typings';
import type { Json } from '../api/json';
import { jsonObject, pair } from './values';

/** What is known of a person: texts one by one, or an object of any values. */
export function dataOption() {
  return new Option('--data <key=value>', 'what placeholders are filled with; may be repeated').argParser(
    pair,
  );
}

export function dataJsonOption() {
  return new Option(
    '--data-json <object>',
    'the same as a JSON object, for values that are no text',
  ).argParser(jsonObject);
}

/** Undefined where neither was given. */
export function extraData(options: {
  data?: Json | undefined;
  dataJson?: Json | undefined;
}): Json | undefined {
  return options.data || options.dataJson ? { ...options.dataJson, ...options.data } : undefined;
}
