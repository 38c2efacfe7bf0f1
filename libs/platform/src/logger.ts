import type { LoggerService } from '@nestjs/common';
import { currentService, currentTrace, isSampled } from '@carillon/messaging';
import pino, { type Logger as Pino } from 'pino';

type Fields = Record<string, unknown>;

/** Lines are written together after this many bytes or milliseconds. */
const TOGETHER_BYTES = 4_096;
const TOGETHER_MS = 100;
/** The limit of bytes that are kept while the output is blocked. Later lines are lost. */
const MOST_BYTES = 4 * 1_024 * 1_024;

interface Stream {
  write(line: string): void;
  flush?(done: () => void): void;
}

/** The output of all loggers of a process, so that each line is whole, even if several services write to one pipe. */
class Output {
  private static ofProcess: Output | undefined;
  private isFlushing = false;
  private mustFlushAgain = false;

  constructor(private readonly stream: Stream) {}

  /** One write per line costs a busy service more than the line itself, and blocks it when its reader is slow. */
  static stdout(): Output {
    Output.ofProcess ??= new Output(
      pino.destination({
        fd: 1,
        sync: false,
        minLength: TOGETHER_BYTES,
        periodicFlush: TOGETHER_MS,
        maxLength: MOST_BYTES,
      }),
    );
    return Output.ofProcess;
  }

  write(line: string): void {
    this.stream.write(line);
  }

  /**
   * One flush at a time, because each adds listeners to the stream until it is complete, even if many lines arrive in
   * the meantime.
   */
  flush(): void {
    this.mustFlushAgain = this.isFlushing;
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.stream.flush?.(() => {
      this.isFlushing = false;
      if (this.mustFlushAgain) this.flush();
    });
  }
}

/**
 * Structured logs on stdout, with one JSON object per line. Every line contains the service and the IDs of its request,
 * campaign, and batch, but never an address, a body, or a secret.
 */
export class Logger {
  constructor(
    private readonly pino: Pino,
    private readonly output: Pick<Output, 'flush'> = pino,
  ) {}

  /** `out`: the stream that lines are written to; stdout if absent. */
  static create(service: string, level: string, out?: Stream): Logger {
    const output = out ? new Output(out) : Output.stdout();
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
    return new Logger(pino(options, output), output);
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
    if (level === 'warn' || level === 'error') this.output.flush();
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

/** The logs of services that share this process, for Nest, which has one logger per process. */
const logs = new Map<string | undefined, Logger>();

/**
 * Passes Nest's messages to the log of the service that they are about: startup messages as debug, and warnings and
 * errors at their own level.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly own: Logger) {
    logs.set(currentService(), own);
  }

  private get logger(): Logger {
    return logs.get(currentService()) ?? this.own;
  }

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
