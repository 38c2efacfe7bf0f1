/** What the one who sends can do about a reason, where there is something to be done. */
const advice: Partial<Record<string, string>> = {
  NO_INTEGRATION: 'Add an integration for this channel, then publish again.',
  NO_MESSAGE: 'Give the campaign a message for this channel.',
  SUPPRESSED: 'They must not be written to: GET /suppressions says why.',
  NO_SUCH_ADDRESS: 'Remove the address: its mailbox does not exist.',
  INTEGRATION_NOT_FOUND: 'The integration was deleted. Add one for this channel, then send to them again.',
  EXPIRED: 'The provider could not be used for three days. Test the integration, then send to them again.',
  WORKER_LOST: 'It is unknown whether these were sent; ask the provider before you send again.',
};

export function adviceOn(reason: string): string | null {
  return advice[reason] ?? null;
}
