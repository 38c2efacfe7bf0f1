import { useLanguage } from '../../texts';

const en = {
  title: 'Approval',
  settingTitle: 'Two-person approval',
  settingHint:
    'Another member must approve each campaign before it is sent. Owners and approvers can approve. Campaigns that are already scheduled start as planned.',
  setting: 'Require approval of campaigns',
  saved: 'Setting saved',
  alone: 'You are the only member. Invite another person before you require approvals.',
  oneApprover:
    'Only one member can approve. Campaigns for which this member asks cannot be approved. Make another member an approver.',
  ask: 'Ask for approval',
  askTitle: 'Ask another member for approval?',
  asked: 'Approval requested',
  note: 'Note for the approver (optional)',
  whenApproved: 'When approved',
  withdraw: 'Withdraw',
  withdrawn: 'Approval withdrawn',
  requested: (name: string, time: string) => `${name} asked for approval on ${time}.`,
  startsOnApproval: 'The campaign starts when it is approved.',
  startsAt: (time: string) => `When it is approved, the campaign is scheduled for ${time}.`,
  startsManually: 'After the approval, a member who can send starts the campaign.',
  editWithdraws: 'Editing the draft withdraws the request.',
  decisionNote: 'Note (optional)',
  approve: 'Approve',
  approveAndSend: 'Approve and send',
  approveAndSchedule: 'Approve and schedule',
  approved: 'Campaign approved',
  reject: 'Reject',
  rejected: 'Campaign rejected',
  decided: {
    PENDING: (name: string, time: string) => `${name}, ${time}`,
    APPROVED: (name: string, time: string) => `${name} approved the campaign on ${time}.`,
    REJECTED: (name: string, time: string) => `${name} rejected the campaign on ${time}.`,
    WITHDRAWN: (name: string, time: string) => `${name} edited the draft or withdrew the request on ${time}.`,
  },
  notStarted: {
    TIME_PASSED: 'The campaign did not start, because the requested time had passed. Choose another time.',
    NOT_PERMITTED: 'The campaign did not start, because its requester can no longer send.',
  },
  unknown: 'Someone',
  key: 'An API key',
};

export type ApprovalTexts = typeof en;

const de: ApprovalTexts = {
  title: 'Freigabe',
  settingTitle: 'Vier-Augen-Prinzip',
  settingHint:
    'Vor dem Versand muss ein anderes Mitglied jede Kampagne freigeben. Inhaber und Freigeber können freigeben. Bereits geplante Kampagnen starten wie geplant.',
  setting: 'Freigabe von Kampagnen verlangen',
  saved: 'Einstellung gespeichert',
  alone: 'Sie sind das einzige Mitglied. Laden Sie eine weitere Person ein, bevor Sie Freigaben verlangen.',
  oneApprover:
    'Nur ein Mitglied kann freigeben. Kampagnen, für die dieses Mitglied anfragt, kann niemand freigeben. Machen Sie ein weiteres Mitglied zum Freigeber.',
  ask: 'Freigabe anfragen',
  askTitle: 'Freigabe bei einem anderen Mitglied anfragen?',
  asked: 'Freigabe angefragt',
  note: 'Notiz für die Freigabe (optional)',
  whenApproved: 'Bei Freigabe',
  withdraw: 'Zurückziehen',
  withdrawn: 'Freigabe zurückgezogen',
  requested: (name: string, time: string) => `${name} hat am ${time} um Freigabe gebeten.`,
  startsOnApproval: 'Die Kampagne startet, sobald sie freigegeben ist.',
  startsAt: (time: string) => `Nach der Freigabe wird die Kampagne für ${time} geplant.`,
  startsManually: 'Nach der Freigabe startet ein Mitglied, das versenden darf, die Kampagne.',
  editWithdraws: 'Wenn Sie den Entwurf bearbeiten, wird die Anfrage zurückgezogen.',
  decisionNote: 'Notiz (optional)',
  approve: 'Freigeben',
  approveAndSend: 'Freigeben und senden',
  approveAndSchedule: 'Freigeben und planen',
  approved: 'Kampagne freigegeben',
  reject: 'Ablehnen',
  rejected: 'Kampagne abgelehnt',
  decided: {
    PENDING: (name: string, time: string) => `${name}, ${time}`,
    APPROVED: (name: string, time: string) => `${name} hat die Kampagne am ${time} freigegeben.`,
    REJECTED: (name: string, time: string) => `${name} hat die Kampagne am ${time} abgelehnt.`,
    WITHDRAWN: (name: string, time: string) =>
      `${name} hat am ${time} den Entwurf bearbeitet oder die Anfrage zurückgezogen.`,
  },
  notStarted: {
    TIME_PASSED:
      'Die Kampagne wurde nicht gestartet, weil der gewünschte Zeitpunkt vorbei war. Wählen Sie einen anderen.',
    NOT_PERMITTED:
      'Die Kampagne wurde nicht gestartet, weil die anfragende Person nicht mehr versenden darf.',
  },
  unknown: 'Jemand',
  key: 'Ein API-Schlüssel',
};

/** The texts of approvals. */
export function useApprovalTexts(): ApprovalTexts {
  return useLanguage().language === 'de' ? de : en;
}
