import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, newId } from '@carillon/contracts';
import type { Logger } from '@carillon/platform';
import { MethodNotAllowed, PROBLEM_TYPE, problemHeaders, problemOf } from '../http/problems/problem';
import type { Connections } from './gateway-adapter';
import { REQUEST_ID_HEADER } from '../http/request-id';
import type { RouteTable } from '../http/route-table';

/** An error of Node's parser about bytes that it rejects. Source: llhttp's error codes and Node's `clientError`. */
interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

const requestLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ (\S+) HTTP\/1\.[01]\r?\n/;

/**
 * Responds to input that never becomes a request: bytes that are not HTTP, methods that Node does not know, headers that
 * are too large or take too long.
 */
export function answerSocketErrors(
  server: Server,
  routes: RouteTable,
  connections: Connections,
  log: Logger,
): void {
  server.removeAllListeners('clientError').on('clientError', (error: ParserError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) socket.destroy();
    else if (!connections.endsAfterAnswer(socket)) refuse(socket, explain(error, routes), log);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // Node has removed its own listener: a client that resets the connection would terminate the process.
    socket.on('error', () => socket.destroy());
    refuse(socket, refusedMethod(request.url ?? '', routes), log);
  });
}

function explain({ code, rawPacket }: ParserError, routes: RouteTable): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new AppError('body_too_large');
  const target =
    code === 'HPE_INVALID_METHOD' ? requestLine.exec(rawPacket?.toString('latin1') ?? '')?.[1] : undefined;
  return target === undefined ? new AppError('malformed_request') : refusedMethod(target, routes);
}

function refusedMethod(target: string, routes: RouteTable): AppError {
  const match = routes.find(target);
  return match ? new MethodNotAllowed(match.methods) : new AppError('route_not_found');
}

function refuse(socket: Duplex, error: AppError, log: Logger): void {
  const requestId = newId();
  const problem = problemOf(error, requestId);
  const body = JSON.stringify(problem);
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    date: new Date().toUTCString(),
    [REQUEST_ID_HEADER]: requestId,
    ...problemHeaders(error),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n`;
  socket.end(`${status}${lines.join('')}\r\n${body}`, () => socket.destroy());
  log.info({ requestId, status: problem.status, code: error.code }, 'request refused');
}
