import { useLanguage } from '../../texts';

const en = {
  hint: 'Adds parameters to the web links in your emails, so that tools such as Google Analytics show which campaign brought a visitor. Applies to campaigns that you send or schedule afterward.',
  choiceHint: 'Added to the web links in this email for your website statistics.',
  isOn: 'Add UTM parameters to links',
  campaignName: 'Name of the campaign',
  exampleName: 'Spring concert',
  example: 'Example:',
  saved: 'UTM parameters saved',
  asAccount: (isOn: boolean) => `As in the account settings (${isOn ? 'on' : 'off'})`,
  asAccountUnknown: 'As in the account settings',
  on: 'On',
  off: 'Off',
};

const de: typeof en = {
  hint: 'Ergänzt Weblinks in Ihren E-Mails um Parameter. So zeigen Werkzeuge wie Google Analytics, welche Kampagne einen Besuch gebracht hat. Gilt für Kampagnen, die Sie danach senden oder planen.',
  choiceHint: 'Werden den Weblinks dieser E-Mail für Ihre Website-Statistik hinzugefügt.',
  isOn: 'Links um UTM-Parameter ergänzen',
  campaignName: 'Name der Kampagne',
  exampleName: 'Frühlingskonzert',
  example: 'Beispiel:',
  saved: 'UTM-Parameter gespeichert',
  asAccount: (isOn) => `Wie in den Kontoeinstellungen (${isOn ? 'an' : 'aus'})`,
  asAccountUnknown: 'Wie in den Kontoeinstellungen',
  on: 'An',
  off: 'Aus',
};

/** The texts of campaign parameters in links. */
export function useUtmTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
