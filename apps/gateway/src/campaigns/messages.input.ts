import { type Bodies, type Channel, bodiesOf, channelRow, channels, eachChannel } from '@carillon/contracts';
import { Checked, type Rule, finding } from '../checks/rule';
import { text } from '../checks/text';

/** The field of a body that holds a channel's message: `emailMessage` and so on. */
const fields = eachChannel((channel) => `${channelRow(channel).word}Message` as const);

/** The messages of a campaign, a field for each channel. */
export class MessagesInput {
  bodies(): Bodies {
    return bodiesOf(eachChannel((channel) => messageIn(this, channel)));
  }
}

for (const [index, channel] of channels.entries()) {
  const message = text({ max: channelRow(channel).maxBody, lines: true });
  const rule: Rule = (value, owner) => {
    if (index === 0 && isSilent(owner)) return somethingIsNeeded();
    return value === undefined || value === null ? [] : message(value, owner);
  };
  Checked(rule)(MessagesInput.prototype, fields[channel]);
}

/** Each may be absent or null, but not all of them: then the first one is named as what is needed. */
function somethingIsNeeded(): ReturnType<Rule> {
  return finding('required', `At least one of ${Object.values(fields).join(', ')} is needed`);
}

function isSilent(owner: object): boolean {
  return channels.every((channel) => messageIn(owner, channel) === null);
}

function messageIn(owner: object, channel: Channel): string | null {
  return (Reflect.get(owner, fields[channel]) as string | null | undefined) ?? null;
}
