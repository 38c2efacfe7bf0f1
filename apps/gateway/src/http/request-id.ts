import { newId } from '@carillon/contracts';

export const REQUEST_ID_HEADER = 'x-request-id';
const acceptable = /^[\w-]{1,64}$/;

/** The client's own ID for the request if it is valid, otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : newId();
}
