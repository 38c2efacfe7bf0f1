import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Json, inner, text } from '../api/json';
import { Refusal } from '../failures';
import type { World } from '../world';
import { readJsonFile } from './json-file';
import type { KeyRole, Place } from './place';
import { variable } from './variable';

/** What `carillon login` keeps: `{"current": "<url>", "places": {"<url>": {"apiKey": "…"}}}`, for its owner's eyes only. */
export class SavedPlaces {
  readonly file: string;

  constructor(world: Pick<World, 'env' | 'home'>) {
    this.file = join(
      variable(world, 'XDG_CONFIG_HOME') ?? join(world.home, '.config'),
      'carillon',
      'config.json',
    );
  }

  /** The one that was logged in to last. */
  current(): string | null {
    return text(this.read(), 'current') || null;
  }

  at(url: string): Place | null {
    const saved = inner(inner(this.read(), 'places'), url);
    const [apiKey, operatorKey] = [text(saved, 'apiKey'), text(saved, 'operatorKey')];
    return apiKey || operatorKey ? { url, apiKey, operatorKey } : null;
  }

  save(url: string, role: KeyRole, key: string): void {
    const places = inner(this.read(), 'places');
    this.write({ current: url, places: { ...places, [url]: { ...inner(places, url), [role]: key } } });
  }

  /** @returns whether it was there */
  forget(url: string): boolean {
    const { [url]: forgotten, ...places } = inner(this.read(), 'places');
    const current = this.current();
    this.write({ current: current === url ? (Object.keys(places)[0] ?? null) : current, places });
    return forgotten !== undefined;
  }

  private read(): Json {
    return readJsonFile(this.file) ?? {};
  }

  /** By rename, so that nobody reads half of it. */
  private write(content: Json): void {
    const temporary = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, this.file);
    } catch (error) {
      throw new Refusal(
        `${this.file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
