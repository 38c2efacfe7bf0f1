import type { StackFile } from '@carillon/stack';
import type { Demo } from './demo';

/**
 * The text that is printed when all is ready: the addresses, the key, and three commands that can be pasted one by one
 * or together. They wait where messages need a moment to arrive.
 */
export function firstSteps(
  { gatewayUrl, inboxUrl }: StackFile,
  { apiKey, groupId }: Demo,
  logs: string,
): string[] {
  const authorized = `-H 'Authorization: Bearer ${apiKey}'`;
  const json = "-H 'Content-Type: application/json'";
  return [
    `  Gateway   ${gatewayUrl}`,
    `  API       ${gatewayUrl}/api/docs`,
    `  Inbox     ${inboxUrl}`,
    `  API key   ${apiKey}`,
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
    '  The same and more from the command line, in this folder: npx carillon --help',
    '  Ctrl-C stops everything.',
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
