import { useLanguage } from '../../../../texts';

const en = {
  title: 'Daily limits',
  lead: 'A new server or domain should send only a few emails at first, and more each day, so that mail providers learn to trust it.',
  isOn: 'Limit the emails per day',
  startsOn: 'First day',
  startsOnHint: 'Days begin at midnight UTC.',
  startPerDay: 'Emails on the first day',
  targetPerDay: 'Emails per day at the end',
  growth: 'Daily growth',
  growths: { factor: 'By a factor', step: 'By a fixed number of emails' },
  factor: 'Factor',
  step: 'Additional emails per day',
  groupsTitle: 'Limits for mail providers',
  groupsHint: 'These additional limits grow in the same way. For no limit, leave both fields empty.',
  ofGroup: (label: string, group: string) => `${group}: ${label}`,
  pausesTitle: 'Pause automatically',
  maxBounces: 'Above this bounce rate (%)',
  maxComplaints: 'Above this spam complaint rate (%)',
  progress: (day: string, sent: string, limit: string) => `Day ${day}: ${sent} of ${limit} emails`,
  ofGroupProgress: (group: string, sent: string, limit: string) => `${group}: ${sent} of ${limit}`,
  continues: (time: string) => `Continues on ${time}`,
  paused: {
    BOUNCE_RATE: (rate: string) =>
      `The sender paused because ${rate} of the day’s emails bounced. Check your list before you resume.`,
    COMPLAINT_RATE: (rate: string) =>
      `The sender paused because ${rate} of the day’s emails were reported as spam. Check your list and your content before you resume.`,
  },
  resume: 'Resume',
};

const de: typeof en = {
  title: 'Tageslimits',
  lead: 'Ein neuer Server oder eine neue Domain sollte anfangs wenige E-Mails senden und täglich mehr, damit Mailanbieter Vertrauen fassen.',
  isOn: 'E-Mails pro Tag begrenzen',
  startsOn: 'Erster Tag',
  startsOnHint: 'Die Tage beginnen um Mitternacht UTC.',
  startPerDay: 'E-Mails am ersten Tag',
  targetPerDay: 'E-Mails pro Tag am Ende',
  growth: 'Tägliche Steigerung',
  growths: { factor: 'Um einen Faktor', step: 'Um eine feste Anzahl von E-Mails' },
  factor: 'Faktor',
  step: 'Zusätzliche E-Mails pro Tag',
  groupsTitle: 'Limits für Mailanbieter',
  groupsHint:
    'Diese zusätzlichen Limits steigen auf dieselbe Weise. Wenn es kein Limit geben soll, lassen Sie beide Felder leer.',
  ofGroup: (label, group) => `${group}: ${label}`,
  pausesTitle: 'Automatisch anhalten',
  maxBounces: 'Über dieser Bounce-Rate (%)',
  maxComplaints: 'Über dieser Rate von Spam-Beschwerden (%)',
  progress: (day, sent, limit) => `Tag ${day}: ${sent} von ${limit} E-Mails`,
  ofGroupProgress: (group, sent, limit) => `${group}: ${sent} von ${limit}`,
  continues: (time) => `Weiter am ${time}`,
  paused: {
    BOUNCE_RATE: (rate) =>
      `Der Absender wurde angehalten, weil ${rate} der E-Mails des Tages zurückkamen. Prüfen Sie Ihre Liste, bevor Sie den Versand fortsetzen.`,
    COMPLAINT_RATE: (rate) =>
      `Der Absender wurde angehalten, weil ${rate} der E-Mails des Tages als Spam gemeldet wurden. Prüfen Sie Liste und Inhalt, bevor Sie den Versand fortsetzen.`,
  },
  resume: 'Fortsetzen',
};

export function useRampUpTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
