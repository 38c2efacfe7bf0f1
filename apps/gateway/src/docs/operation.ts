import type { ErrorCode } from '@carillon/contracts';
import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { TSchema } from '@sinclair/typebox';
import type { Noun } from '../checks/path-id';

/** Content that is not JSON in the API's envelope, by its media type. */
export interface Content {
  readonly media: Readonly<Record<string, TSchema>>;
}

/** How callers without a key say who they are; see the document's security schemes. */
export type SignatureScheme = 'twilioSignature';

/** What is particular to an operation. All else in its description follows from its route and signature. */
export interface OperationNotes {
  /** Its name; the key in `data`, too, unless another is given. */
  id: string;
  key?: string;
  /** A few words for lists of operations. */
  summary: string;
  description?: string;
  /** What stands under the key in `data`, other content, or nothing at all. */
  answer: TSchema | Content | null;
  /** What is there afterwards, at the address in the header Location. */
  creates?: Noun;
  /** What is said by which status, where not only the one of the route comes. */
  statuses?: Readonly<Record<number, string>>;
  /** The codes of errors that come of this operation's own doing. */
  errors?: readonly ErrorCode[];
  /** What is taken as a body by a route that does not take the API's JSON. */
  body?: Content;
  /** What such a route takes in the query; none of it must be there. */
  query?: Readonly<Record<string, TSchema>>;
  /** How such a route knows who calls. */
  signature?: SignatureScheme;
  /** Headers of the answer beside those that follow from the route. */
  headers?: Readonly<Record<string, { description: string; schema: TSchema }>>;
}

export const OPERATION = 'carillon:operation';

/** Describes what a handler does. A route without this fails the tests. */
export const Operation = (notes: OperationNotes): CustomDecorator => SetMetadata(OPERATION, notes);

export function isContent(answer: TSchema | Content): answer is Content {
  return 'media' in answer;
}
