import type { MessagingLog } from '@carillon/messaging';

interface Line {
  level: 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
}

/** A log that keeps its lines for assertions. */
export class TestLog implements MessagingLog {
  readonly lines: Line[] = [];

  info(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'info', message, fields });
  }

  warn(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'warn', message, fields });
  }

  error(fields: Record<string, unknown>, message: string): void {
    this.lines.push({ level: 'error', message, fields });
  }

  /** Returns the lines with this message. */
  withMessage(message: string): Line[] {
    return this.lines.filter((line) => line.message === message);
  }
}
