import { byMail } from '../driver/people';
import type { Scenario } from '../run/scenario';

/** How long a mail server takes over a mail, so that a campaign lasts long enough to be hit (milliseconds). */
const UNHURRIED_MS = 15;

export const killEmailWorker: Scenario = {
  name: 'kill an email worker',
  short: true,
  async play(stage) {
    const { fleet, sender, size } = stage;
    sender.mail.latencyMs = UNHURRIED_MS;
    const mailing = await stage.mailTo(byMail(size));
    await mailing.reaches(size / 4);
    fleet.copy('email-worker').signal('SIGKILL');
    await mailing.ends();
    await mailing.examine();
  },
};
