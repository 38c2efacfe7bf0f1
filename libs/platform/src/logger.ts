import type { LoggerService } from '@nestjs/common';
import { currentTrace, isSampled } from '@carillon/messaging';
import pino, { type Logger as Pino } from 'pino';

type Fields = Record<string, unknown>;

/** Lines are written together after this many bytes or milliseconds. */
const TOGETHER_BYTES = 4_096;
const TOGETHER_MS = 100;
/** The limit of bytes that are kept while the output is blocked. Later lines are lost. */
const MOST_BYTES = 4 * 1_024 * 1_024;

/** One write per line costs a busy service more than the line itself, and blocks it when its reader is slow. */
function stdout(): pino.DestinationStream {
  return pino.destination({
    fd: 1,
    sync: false,
    minLength: TOGETHER_BYTES,
    periodicFlush: TOGETHER_MS,
    maxLength: MOST_BYTES,
  });
}

/**
 * Structured logs on stdout, with one JSON object per line. Every line contains the service and the IDs of its request,
 * campaign, and batch, but never an address, a body, or a secret.
 */
export class Logger {
  private isFlushing = false;
  private mustFlushAgain = false;

  constructor(private readonly pino: Pino) {}

  /** `out`: the stream that lines are written to; stdout if absent. */
  static create(service: string, level: string, out?: { write(line: string): void }): Logger {
    const options: pino.LoggerOptions = {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceFields,
      serializers: {
        err: serializeError,
        detail: withoutValues,
        reason: withoutValues,
        stack: withoutValues,
      },
    };
    return new Logger(pino(options, out ?? stdout()));
  }

  debug(fields: Fields | string, message?: string): void {
    this.write('debug', fields, message);
  }

  info(fields: Fields | string, message?: string): void {
    this.write('info', fields, message);
  }

  warn(fields: Fields | string, message?: string): void {
    this.write('warn', fields, message);
  }

  error(fields: Fields | string, message?: string): void {
    this.write('error', fields, message);
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', fields: Fields | string, message?: string): void {
    if (typeof fields === 'string') this.pino[level](fields);
    else this.pino[level](fields, message);
    // A warning or an error may be the last line of this process.
    if (level === 'warn' || level === 'error') this.flush();
  }

  /**
   * One flush at a time, because each adds listeners to the output until it is complete, even if many lines arrive in
   * the meantime.
   */
  private flush(): void {
    this.mustFlushAgain = this.isFlushing;
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.pino.flush(() => {
      this.isFlushing = false;
      if (this.mustFlushAgain) this.flush();
    });
  }
}

/** `trace_id` only for recorded traces: W3C Trace Context has the ID at a fixed position. */
function traceFields(): Fields {
  const trace = currentTrace();
  const { traceparent } = trace;
  return isSampled(traceparent) ? { ...trace, trace_id: traceparent.slice(3, 35) } : { ...trace };
}

/** A duplicate key error contains the value, which may be a person's address. */
function withoutValues(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/dup key: \{.*\}/gs, 'dup key: {…}') : text;
}

function serializeError(error: Error): Record<string, unknown> {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message: withoutValues(message), stack: withoutValues(stack) };
}

/** Passes Nest's messages to Carillon's log: startup messages as debug, and warnings and errors at their own level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string): void {
    if (message instanceof Error) this.logger.error({ err: message }, 'uncaught error');
    else this.logger.error({ detail: String(message), stack }, 'error reported by Nest');
  }
}
