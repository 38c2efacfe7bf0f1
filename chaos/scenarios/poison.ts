import { everybody } from '../checker/expectation';
import { byMail, bySms } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/scenario';

/** A mail to this one takes down every worker that tries. */
async function poisonMail(fixture: Fixture): Promise<void> {
  const { fleet, sender } = fixture;
  const people = byMail(Math.min(fixture.size, 600));
  const poisonous = middle(people);
  sender.mail.conduct = (moment, address, client) => {
    if (moment !== 'message' || address !== poisonous.address) return 'go';
    const worker = fleet.of('email-worker').find(({ name }) => client.startsWith(name));
    if (worker?.pid !== undefined) worker.signal('SIGKILL');
    return 'cut';
  };
  const mailing = await fixture.mailTo(people);
  await mailing.ends();
  await mailing.examine({ ...everybody, mayEnd: endsUnless(poisonous) });
}

/** The provider's answer for this one is the end of every worker that hears it. */
async function poisonSms(fixture: Fixture): Promise<void> {
  const people = bySms(Math.min(fixture.size, 300));
  const poisonous = middle(people);
  fixture.rig.parts.provider.conduct = (address) => (address === poisonous.address ? 'kill' : 'take');
  const mailing = await fixture.mailTo(people);
  await mailing.ends();
  await mailing.examine({ ...everybody, mayEnd: endsUnless(poisonous) });
}

/** Everybody else gets it; of this one only UNCONFIRMED can be said, which a doubt allows anybody. */
function endsUnless({ address }: Person): (typeof everybody)['mayEnd'] {
  return (person) => (person.address === address ? [] : ['SENT']);
}

function middle(people: readonly Person[]): Person {
  const found = people[Math.floor(people.length / 2)];
  if (!found) throw new Error('There is nobody');
  return found;
}

export const poison: readonly Scenario[] = [
  { name: 'a recipient whose mail kills its worker every time', play: poisonMail },
  { name: 'a recipient whose SMS kills its worker every time', short: true, play: poisonSms },
];
