import { readFileSync } from 'node:fs';
import { type Json, isJson } from '../api/json';

/** The object in a file; null where there is no file, or no object in it. */
export function readJsonFile(file: string): Json | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
}
