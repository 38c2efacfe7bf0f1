import type { Demo } from './demo';

/** The addresses of a stack, for the person who started it. */
export interface Whereabouts {
  /** Scheme, host, and port without a trailing slash. The same applies to inboxUrl. */
  gatewayUrl: string;
  inboxUrl: string;
  /** The directory of the logs. */
  logs: string;
  /** The command that calls the command line, and the action that stops everything. */
  commandLine: string;
  stop: string;
}

/**
 * The text that is printed when the stack is ready: the addresses, the key, and three commands. You can paste the
 * commands one by one or together. They wait where messages need a moment to arrive.
 */
export function firstSteps(
  { gatewayUrl, inboxUrl, logs, commandLine, stop }: Whereabouts,
  { apiKey, groupId, signIn }: Demo,
): string[] {
  const authorized = `-H 'Authorization: Bearer ${apiKey}'`;
  const json = "-H 'Content-Type: application/json'";
  return [
    `  Gateway   ${gatewayUrl}`,
    `  Console   ${gatewayUrl}/console`,
    `  API       ${gatewayUrl}/api/docs`,
    `  Inbox     ${inboxUrl}`,
    `  API key   ${apiKey}`,
    `  Sign-in   ${signIn.email}  ${signIn.password}`,
    `  Logs      ${logs}`,
    '',
    '  The groups, a campaign to one of them, and the mail, the WhatsApp message and the SMS that arrive:',
    '',
    `curl -sw '\\n' ${gatewayUrl}/api/v1/groups ${authorized}`,
    groupId === undefined
      ? `curl -sw '\\n' ${gatewayUrl}/api/v1/groups ${authorized} ${json} -d '{"name":"Friends"}'`
      : `curl -sw '\\n' ${gatewayUrl}/api/v1/campaigns/create ${authorized} ${json} -d '${campaign(groupId)}'; sleep 2`,
    `curl -sw '\\n' '${inboxUrl}/api/messages?limit=3'`,
    '',
    `  The same and more from the command line, in this folder: ${commandLine}`,
    `  ${stop}`,
  ];
}

function campaign(groupId: string): string {
  return JSON.stringify({
    name: 'Hello {{name}}',
    emailMessage: '<p>Hello {{name}}, the bells are ringing.</p>',
    whatsappMessage: 'Hello *{{name}}*, the bells are ringing.',
    smsMessage: 'Hello {{name}}, the bells are ringing. Reply STOP to end.',
    groups: [groupId],
    isStarted: true,
  });
}
