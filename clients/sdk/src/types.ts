import type { Client, ClientPathsWithMethod, MethodResponse, RequestBodyOption } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** The objects of the API by name: `Schemas['Campaign']`. */
export type Schemas = components['schemas'];

/** The operations, by their path after `/api/v1`. */
type Paths = { [P in keyof paths as P extends `/api/v1${infer Path}` ? Path : never]: paths[P] };
type Api = Client<Paths>;
export type Method = 'get' | 'post' | 'patch' | 'delete';
/** The paths that take a method. */
export type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;
type Operation<M extends Method, P extends PathOf<M>> = NonNullable<Paths[P][M]>;

/** Input: optional fields may also be undefined. */
type Lenient<T> = T extends readonly unknown[]
  ? T
  : { [K in keyof T]: Lenient<T[K]> | (object extends Pick<T, K> ? undefined : never) };

/** The options of any request. */
export interface RequestOptions {
  /** Ends the request and its retries; the promise is rejected with its reason. */
  signal?: AbortSignal | undefined;
  /** The key with which a POST takes effect only once. By default, each request has its own key. */
  idempotencyKey?: string | undefined;
  /** The ID in the API's logs: 1 to 64 letters, digits, `_` and `-`. */
  requestId?: string | undefined;
}

/** `{ path, query, body }`, if the operation has them. With fetch, GET has no body, although the API accepts one. */
type Fields<M extends Method, P extends PathOf<M>> = Lenient<
  Operation<M, P>['parameters'] & (M extends 'get' ? unknown : RequestBodyOption<Operation<M, P>>)
>;
/** The arguments of an operation. Its headers are options with their own names. */
export type RequestArguments<M extends Method, P extends PathOf<M>> = Fields<M, P> &
  RequestOptions & { header?: never };
/** The argument of a method, which may be left out if the operation requires no field. */
export type OptionalArguments<M extends Method, P extends PathOf<M>> =
  object extends Fields<M, P> ? [given?: RequestArguments<M, P>] : [given: RequestArguments<M, P>];

/** The value of an operation: the value in `{"data": {"<operation>": …}}`. */
export type Value<M extends Method, P extends PathOf<M>> = Under<MethodResponse<Api, M, P>>;
type Under<Body> = Body extends { data: infer Data } ? Data[keyof Data] : never;

/** An item of a list. */
export type Item<P extends PathOf<'get'>> =
  Value<'get', P> extends (infer Row extends object)[] ? Row : never;

/** The paths that return a file, or events. */
export type FilePath = { [P in PathOf<'get'>]: [Value<'get', P>] extends [never] ? P : never }[PathOf<'get'>];
/** The lists: paths whose value is an array. */
export type ListPath = {
  [P in Exclude<PathOf<'get'>, FilePath>]: Value<'get', P> extends object[] ? P : never;
}[Exclude<PathOf<'get'>, FilePath>];
/** The arguments of a list after its path; `max`: the maximum number of items (all). */
export type ListArguments<P extends ListPath> =
  object extends Fields<'get', P>
    ? [given?: RequestArguments<'get', P>, max?: number | undefined]
    : [given: RequestArguments<'get', P>, max?: number | undefined];
/** The paths that take a file. */
export type UploadPath = {
  [P in PathOf<'post'>]: Operation<'post', P> extends
    | { requestBody: { content: { 'text/csv': string } } }
    | { requestBody: { content: { 'application/octet-stream': string } } }
    ? P
    : never;
}[PathOf<'post'>];
