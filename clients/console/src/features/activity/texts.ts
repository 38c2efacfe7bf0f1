import { useLanguage } from '../../texts';

type Sentence = (who: string) => string;

const en = {
  title: 'Activity',
  earlier: 'Show earlier activity',
  none: 'No comments yet.',
  incomplete: 'The history could not be read. Only comments and approvals are shown.',
  label: 'Comment',
  hint: 'Colleagues can read it, recipients never see it. Press Ctrl+Enter to comment.',
  readOnly: 'You can read comments, but not write them.',
  write: 'Comment',
  remove: 'Delete',
  removeOf: (who: string) => `Delete the comment of ${who}`,
  removeTitle: 'Delete this comment?',
  removeHint: 'This can’t be undone.',
  removed: 'Comment deleted',
  someone: 'Someone',
  key: (name: string) => `The API key ${name}`,
  own: {
    created: 'The campaign was created.',
    started: 'The campaign started as scheduled.',
    finished: 'The campaign finished.',
    cancelled: 'Carillon canceled the campaign.',
    paused: 'Carillon paused the campaign.',
  },
  scheduled: (who: string, time: string) => `${who} scheduled the campaign for ${time}.`,
  rescheduled: (who: string, time: string) => `${who} moved the start to ${time}.`,
  /** What a member or a key did. */
  actions: {
    'campaign.published': (who) => `${who} published the campaign.`,
    'campaign.approval_requested': (who) => `${who} asked for approval.`,
    'campaign.approval_withdrawn': (who) => `${who} edited the draft or withdrew the request for approval.`,
    'campaign.approved': (who) => `${who} approved the campaign.`,
    'campaign.rejected': (who) => `${who} rejected the campaign.`,
    'campaign.paused': (who) => `${who} paused the campaign.`,
    'campaign.resumed': (who) => `${who} resumed the campaign.`,
    'campaign.cancelled': (who) => `${who} canceled the campaign.`,
    'campaign.rescheduled': (who) => `${who} changed the time of the start.`,
    'campaign.unscheduled': (who) => `${who} returned the campaign to draft.`,
    'campaign.retried': (who) => `${who} retried failed recipients.`,
    'campaign.tagged': (who) => `${who} changed the tags.`,
    'campaign.archived': (who) => `${who} moved the campaign to the archive.`,
    'campaign.unarchived': (who) => `${who} moved the campaign out of the archive.`,
    'campaign.comment_deleted': (who) => `${who} deleted a comment.`,
    'deliveries.exported': (who) => `${who} downloaded the deliveries.`,
  } as Record<string, Sentence>,
};

const de: typeof en = {
  title: 'Aktivität',
  earlier: 'Frühere Aktivität anzeigen',
  none: 'Noch keine Kommentare.',
  incomplete: 'Der Verlauf konnte nicht gelesen werden. Nur Kommentare und Freigaben werden angezeigt.',
  label: 'Kommentar',
  hint: 'Kolleginnen und Kollegen können ihn lesen, Empfänger sehen ihn nie. Mit Strg+Enter kommentieren.',
  readOnly: 'Sie können Kommentare lesen, aber keine schreiben.',
  write: 'Kommentieren',
  remove: 'Löschen',
  removeOf: (who) => `Kommentar von ${who} löschen`,
  removeTitle: 'Diesen Kommentar löschen?',
  removeHint: 'Das lässt sich nicht rückgängig machen.',
  removed: 'Kommentar gelöscht',
  someone: 'Jemand',
  key: (name) => `Der API-Schlüssel ${name}`,
  own: {
    created: 'Die Kampagne wurde angelegt.',
    started: 'Die Kampagne wurde wie geplant gestartet.',
    finished: 'Die Kampagne ist abgeschlossen.',
    cancelled: 'Carillon hat die Kampagne abgebrochen.',
    paused: 'Carillon hat die Kampagne angehalten.',
  },
  scheduled: (who, time) => `${who} hat die Kampagne für ${time} geplant.`,
  rescheduled: (who, time) => `${who} hat den Start auf ${time} verlegt.`,
  actions: {
    'campaign.published': (who) => `${who} hat die Kampagne veröffentlicht.`,
    'campaign.approval_requested': (who) => `${who} hat um Freigabe gebeten.`,
    'campaign.approval_withdrawn': (who) =>
      `${who} hat den Entwurf bearbeitet oder die Anfrage zur Freigabe zurückgezogen.`,
    'campaign.approved': (who) => `${who} hat die Kampagne freigegeben.`,
    'campaign.rejected': (who) => `${who} hat die Kampagne abgelehnt.`,
    'campaign.paused': (who) => `${who} hat die Kampagne angehalten.`,
    'campaign.resumed': (who) => `${who} hat die Kampagne fortgesetzt.`,
    'campaign.cancelled': (who) => `${who} hat die Kampagne abgebrochen.`,
    'campaign.rescheduled': (who) => `${who} hat den Startzeitpunkt geändert.`,
    'campaign.unscheduled': (who) => `${who} hat die Kampagne in den Entwurf zurückversetzt.`,
    'campaign.retried': (who) => `${who} hat fehlgeschlagene Zustellungen wiederholt.`,
    'campaign.tagged': (who) => `${who} hat die Schlagwörter geändert.`,
    'campaign.archived': (who) => `${who} hat die Kampagne archiviert.`,
    'campaign.unarchived': (who) => `${who} hat die Kampagne aus dem Archiv geholt.`,
    'campaign.comment_deleted': (who) => `${who} hat einen Kommentar gelöscht.`,
    'deliveries.exported': (who) => `${who} hat die Zustellungen heruntergeladen.`,
  },
};

/** The texts of the activity of campaigns. */
export function useActivityTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
