export { Carillon, isFinal, newIdempotencyKey } from './carillon.ts';
export type { Options, Page, UploadOptions } from './carillon.ts';
export { CarillonError } from './error.ts';
export type { ClientErrorCode, ErrorCode } from './error.ts';
export type {
  FilePath,
  RequestArguments,
  Item,
  ListArguments,
  ListPath,
  OptionalArguments,
  Method,
  PathOf,
  RequestOptions,
  Schemas,
  UploadPath,
  Value,
} from './types.ts';
export { pathName } from './path-name.ts';
export type { FileSource, Progress } from './upload.ts';
