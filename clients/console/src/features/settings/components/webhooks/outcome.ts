import type { Schemas } from '@carillon/sdk';

/** The status of the response, or why there was none. */
export function outcomeOf(
  { status, error }: Pick<Schemas['WebhookAttempt'], 'status' | 'error'>,
  labels: { answered: (status: number) => string },
) {
  return [status !== null && labels.answered(status), error].filter(Boolean).join(' · ');
}
