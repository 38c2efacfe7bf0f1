import {
  Carillon,
  type FilePath,
  type RequestArguments,
  type Item,
  type ListArguments,
  type ListPath,
  type OptionalArguments,
  type PathOf,
  type Schemas,
  type UploadOptions,
  type UploadPath,
} from '@carillon/sdk';
import { Unreachable } from '../failures';
import type { World } from '../world';

export type { Schemas };
export type Json = Record<string, unknown>;

/** A response. All fields are optional, because a gateway of another version may omit any field. */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [K in keyof T]?: Answer<T[K]> | undefined }
    : T;

/** The address of the API, and the key. */
export interface Access {
  /** Scheme, host and port, without a trailing slash. */
  url: string;
  key: string;
}

/** The API client for commands. It treats every response as possibly incomplete, and stops when the user interrupts. */
export class Api {
  private readonly carillon: Carillon;

  /** @param note reports why a request takes longer */
  constructor(
    access: () => Access,
    { fetch, pause, signal }: Pick<World, 'fetch' | 'pause' | 'signal'>,
    note: (text: string) => void,
  ) {
    this.carillon = new Carillon({
      url: () => access().url,
      key: () => access().key,
      fetch,
      signal,
      pause: (milliseconds) => pause(milliseconds, signal),
      onRetry: ({ message }, attempt) => {
        if (attempt === 1) note(`${message}; retrying`);
      },
    });
  }

  async get<P extends PathOf<'get'>>(path: P, ...given: OptionalArguments<'get', P>) {
    return object(await this.carillon.get(path, ...given));
  }

  async post<P extends PathOf<'post'>>(path: P, ...given: OptionalArguments<'post', P>) {
    return object(await this.carillon.post(path, ...given));
  }

  async patch<P extends PathOf<'patch'>>(path: P, given: RequestArguments<'patch', P>) {
    return object(await this.carillon.patch(path, given));
  }

  async delete<P extends PathOf<'delete'>>(path: P, given: RequestArguments<'delete', P>) {
    return object(await this.carillon.delete(path, given));
  }

  async upload<P extends UploadPath>(
    path: P,
    given: Omit<RequestArguments<'post', P>, 'body'>,
    upload: UploadOptions,
  ) {
    return object(await this.carillon.upload(path, { ...given, ...upload }));
  }

  /** Returns a response that is not JSON, without reading its body. */
  open<P extends FilePath>(path: P, given: RequestArguments<'get', P>): Promise<Response> {
    return this.carillon.download(path, given);
  }

  /** Yields the pages of a list, up to its end or a maximum number of items. */
  async *pages<P extends ListPath>(path: P, ...given: ListArguments<P>) {
    for await (const items of this.carillon.pages(path, ...given))
      yield items.filter(isJson) as Answer<Item<P>>[];
  }

  /** Yields the reports of a campaign as they change, until the campaign ends. */
  reports(campaignId: string): AsyncGenerator<Answer<Schemas['Report']>, void> {
    return this.carillon.reports(campaignId);
  }
}

function object<T>(value: T): Answer<T> {
  if (!isJson(value)) throw new Unreachable('Unexpected response format');
  return value as Answer<T>;
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
