import type { ErrorCode } from '@carillon/contracts';
import type { Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { TSchema } from '@sinclair/typebox';
import type { Noun } from '../http/input/path-id';

/** Content that is not JSON in the API's envelope, by its media type. */
export interface Content {
  readonly media: Readonly<Record<string, TSchema>>;
}

/** What is particular to an operation. All else in its description follows from its route and signature. */
export interface OperationNotes {
  /** The key in `data`, where it is not the operation's name. */
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
  /** How such a route knows who calls; see the document's security schemes. */
  signature?: 'twilioSignature';
}

/** A handler of a request, and what is said of it. */
export interface DescribedHandler {
  /** The operation's name, which is the handler's. */
  id: string;
  notes: OperationNotes;
  controller: Type<object>;
  handler: (...parameters: never[]) => unknown;
}

/** By the names of their operations. */
export const describedHandlers = new Map<string, DescribedHandler>();

/** Describes the operation that a handler of the same name does. A route without this fails the tests. */
export function Operation(notes: OperationNotes) {
  return <H extends DescribedHandler['handler']>(
    prototype: object,
    id: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    ApiOperation({ operationId: id, summary: notes.summary })(prototype, id, descriptor);
    const controller = prototype.constructor as Type<object>;
    if (descriptor.value) describedHandlers.set(id, { id, notes, controller, handler: descriptor.value });
  };
}
