import type { ErrorCode } from '@carillon/contracts';
import type { Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { TSchema } from '@sinclair/typebox';
import type { Noun } from '../http/input/path-id';

/** Content that is not JSON in the API's envelope, by its media type. */
export interface Content {
  readonly media: Readonly<Record<string, TSchema>>;
}

/** The specific parts of an operation. Everything else in its description derives from its route and signature. */
export interface OperationNotes {
  /** The key in `data`, if it isn't the operation's name. */
  key?: string;
  /** A short summary for lists of operations. */
  summary: string;
  description?: string;
  /** The value under the key in `data`, other content, or nothing. */
  answer: TSchema | Content | null;
  /** The kind of the created object, whose URL is in the Location header. */
  creates?: Noun;
  /** Descriptions by status, if the route's own status is not the only one. */
  statuses?: Readonly<Record<number, string>>;
  /** Every response, including errors, redirects a browser to another address. */
  isRedirect?: true;
  /** The page that people see for an error, if its content differs from the response. */
  page?: Content;
  /** The error codes that are specific to this operation. */
  errors?: readonly ErrorCode[];
  /** The body of a route that does not take the API's JSON. */
  body?: Content;
  /** How such a route authenticates its caller; see the document's security schemes. */
  signature?: 'twilioSignature';
}

/** A handler of a request, and its description. */
export interface DescribedHandler {
  /** The operation's name, which is the handler's. */
  id: string;
  notes: OperationNotes;
  controller: Type<object>;
  handler: (...parameters: never[]) => unknown;
}

/** By the names of their operations. */
export const describedHandlers = new Map<string, DescribedHandler>();

/** Describes the operation of the handler with this name. A route without it fails the tests. */
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
