import { everybody } from '../../checker/expectation';
import { byMail } from '../../driver/people';
import type { Experiment } from '../experiment';

const PEOPLE = 10;
/** So many mails are taken and not answered for when the worker dies. */
const UNANSWERED = 2;

/** A worker is killed with mails on their way; another one goes on where it was. */
export const dyingWorker: Experiment = {
  name: 'a worker dies with mails that were taken',
  async play(fixture, judge) {
    const { fleet, sender } = fixture;
    const workers = fleet.of('email-worker');
    let unanswered = 0;
    sender.mail.conduct = (moment, _address, client) => {
      if (moment !== 'end' || unanswered === UNANSWERED) return 'go';
      unanswered += 1;
      if (unanswered === UNANSWERED) workers.find(({ name }) => client.startsWith(name))?.signal('SIGKILL');
      return 'hang';
    };
    await judge(await fixture.mailTo(byMail(PEOPLE)), everybody);
  },
};
