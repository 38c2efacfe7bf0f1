import type { CustomDecorator } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, Answer, Claim, Claims } from './claims';
import type { ClaimRequest, KeptAnswer } from './idempotency-keys';
import { KEY_HEADER, fingerprintOf, identityOf, readKey } from './identity';
import { withMinting } from './minting';
import { RouteConfig } from '../../route-config';

const REPLAYED = 'idempotency-replayed';

/** Responses of this route have a field that is shown once and never stored. */
export const AnswersSecret = (field: string): CustomDecorator => RouteConfig({ secret: field });

/**
 * Processes POST requests with an `Idempotency-Key` once. Requests arrive here after all checks except those of their
 * fields, and responses arrive here before any part of them is sent.
 */
export function repeatSafely(http: FastifyInstance, claims: Claims): void {
  http.addHook('preHandler', (request, reply, done) => {
    const claim = claimOf(request);
    if (!claim) {
      done();
      return;
    }
    claims.take(claim).then(
      (admission) => go(admission, { request, reply, claims, done }),
      (error: unknown) => done(error as Error),
    );
  });
  http.addHook('onSend', (request, reply, payload, done) => {
    const { claim } = request;
    if (!claim) {
      done(null, payload);
      return;
    }
    delete request.claim;
    // In the meantime, the request may have timed out and received a response.
    const unlessSent = (goOn: () => void): void => (reply.sent ? undefined : goOn());
    claims.settle(claim, answerOf(reply, payload), request.routeOptions.config.secret).then(
      () => unlessSent(() => done(null, payload)),
      (error: unknown) => unlessSent(() => done(error as Error)),
    );
  });
}

/** Returns null if the request has no key, or keys don't apply to it. @throws AppError validation_failed */
function claimOf(request: FastifyRequest): Omit<ClaimRequest, 'holder'> | null {
  const { method, principal, headers, routeOptions } = request;
  if (method !== 'POST' || !principal || routeOptions.config.foreign) return null;
  const key = readKey(headers[KEY_HEADER]);
  return key === null
    ? null
    : {
        id: identityOf(request, principal, key),
        userId: principal.role === 'user' ? principal.userId : null,
        fingerprint: fingerprintOf(request, key),
      };
}

interface Passage {
  request: FastifyRequest;
  reply: FastifyReply;
  claims: Claims;
  done: () => void;
}

function go(admission: Admission, { request, reply, claims, done }: Passage): void {
  if (admission.type === 'replay') {
    if (!reply.sent) replay(reply, admission.answer);
  } else if (reply.sent) {
    void claims.drop(admission.claim);
  } else {
    request.claim = admission.claim;
    withMinting(admission.claim.request, done);
  }
}

function replay(reply: FastifyReply, { status, contentType, location, body }: KeptAnswer): void {
  if (location !== null) reply.header('location', location);
  void reply.code(status).header('content-type', contentType).header(REPLAYED, 'true').send(body);
}

function answerOf(reply: FastifyReply, body: unknown): Answer {
  const location = reply.getHeader('location');
  return {
    status: reply.statusCode,
    contentType: String(reply.getHeader('content-type')),
    location: typeof location === 'string' ? location : null,
    body,
    isBodyComplete: reply.request.raw.complete,
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    secret?: string;
  }
  interface FastifyRequest {
    /** Present while a request with an `Idempotency-Key` is in flight. */
    claim?: Claim;
  }
}
