import { useLanguage } from '../../../../texts';
import { countingIn } from '../../../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  title: 'Picture, video, or document',
  choose: 'Choose a file',
  hint: {
    WHATSAPP:
      'Optional, with a text. JPEG or PNG up to 5 MB; MP4 video, PDF, Word, Excel, or PowerPoint up to 10 MB. A template brings its own media.',
    SMS: 'Optional, with a text. It makes the message an MMS, which only some numbers can send, mainly in the United States and Canada. JPEG, PNG, or GIF up to 5 MB; MP4 video or PDF up to 600 kB.',
  },
  wrongType: {
    WHATSAPP: (name: string) => `WhatsApp does not accept the type of ${name}.`,
    SMS: (name: string) => `An MMS cannot contain the type of ${name}.`,
  },
  tooBig: (name: string, size: string, most: string) =>
    `${name} has ${size}. A file of this type can have up to ${most}.`,
  mmsCount: (characters: number) =>
    `MMS: ${english.many(characters, 'character', 'characters')}. An MMS has no segments, and has its own price.`,
};

const de: typeof en = {
  title: 'Bild, Video oder Dokument',
  choose: 'Datei auswählen',
  hint: {
    WHATSAPP:
      'Optional, zusammen mit einem Text. JPEG oder PNG bis 5 MB; MP4-Video, PDF, Word, Excel oder PowerPoint bis 10 MB. Eine Vorlage bringt ihre eigenen Medien mit.',
    SMS: 'Optional, zusammen mit einem Text. Aus der SMS wird eine MMS, die nur manche Nummern senden können, vor allem in den USA und Kanada. JPEG, PNG oder GIF bis 5 MB; MP4-Video oder PDF bis 600 kB.',
  },
  wrongType: {
    WHATSAPP: (name) => `WhatsApp nimmt den Dateityp von ${name} nicht an.`,
    SMS: (name) => `Eine MMS kann den Dateityp von ${name} nicht enthalten.`,
  },
  tooBig: (name, size, most) => `${name} hat ${size}. Eine Datei dieses Typs darf höchstens ${most} haben.`,
  mmsCount: (characters) =>
    `MMS: ${german.many(characters, 'Zeichen', 'Zeichen')}. Eine MMS hat keine Segmente und einen eigenen Preis.`,
};

/** The texts about the files of WhatsApp messages and MMS. */
export function useMediaTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
