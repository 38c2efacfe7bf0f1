import type { ApiAnswer } from '../apis/fake-api';

/** An error in SendGrid's format. */
export function refused(status: number, message: string, field: string | null = null): ApiAnswer {
  return { status, body: { errors: [{ message, field, help: null }] } };
}
