import { escapeHtml, readLanguage } from '@carillon/content';
import { type Brand, type Language, type Preferences, languages } from '@carillon/contracts';
import { digestOf, htmlPage } from '../../../http/html-page';
import { type StyledPage, linkStyle, linkPolicy } from '../../../http/link-page';
import { brandStyle } from './brand';
import { pauses } from './choice';
import { languageNames, preferenceTexts } from './texts';

const style = `
header img { display: block; max-width: 12rem; max-height: 4rem; margin: 0 0 1.5rem }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; line-height: 1.25 }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .5rem 0 }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; min-height: 0; margin: .125rem 0; accent-color: var(--action) }
.choice span { display: block }
select { box-sizing: border-box; min-height: 44px; padding: .5rem .75rem; border: 1px solid; border-radius: .5rem;
  background: var(--ground); color: var(--text); font: inherit }
input, select { background: var(--ground); color: var(--text) }
input:focus-visible, select:focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
label { font-weight: 400 }
`;

/** What the page shows. */
export interface ShownPreferences {
  language: Language;
  preferences: Preferences;
  /** The name of the account. Null: unknown. */
  sender: string | null;
  brand: Brand;
  /** The topic of the link. Undefined: it has none. */
  topicId: string | undefined;
}

type Texts = (typeof preferenceTexts)[Language];

/** The page behind a link: to unsubscribe, to choose, and to stop everything. Its forms are sent to its own URL. */
export function preferencePage(
  shown: ShownPreferences,
  { isInvalid = false, now }: { isInvalid?: boolean; now: Date },
): StyledPage {
  const { language, preferences, sender } = shown;
  const texts = preferenceTexts[language];
  const alert = isInvalid ? `<p role="alert" id="error">${escapeHtml(texts.pause.invalid)}</p>\n` : '';
  const body = `${headerOf(shown.brand)}<main>
${alert}${unsubscribeForm(shown, texts)}
<section aria-labelledby="preferences">
<h2 id="preferences">${escapeHtml(texts.change.heading(sender))}</h2>
<p>${escapeHtml(texts.change.lead)}</p>
<form method="post">
<input type="hidden" name="preferences" value="save">
${topicsOf(preferences, texts)}${channelsOf(preferences, texts)}${pauseOf(preferences, texts, { language, isInvalid, now })}${languageOf(preferences, texts)}<p><button>${escapeHtml(texts.save)}</button></p>
</form>
</section>
<section aria-labelledby="stop">
<h2 id="stop">${escapeHtml(texts.stop.heading)}</h2>
<form method="post">
<p>${escapeHtml(texts.stop.text)}</p>
<button name="preferences" value="stop">${escapeHtml(texts.stop.button)}</button>
</form>
</section>
</main>`;
  return styled(texts.title, body, shown);
}

/** The page after a change. It says what holds now. */
export function savedPage(shown: ShownPreferences, change: 'saved' | 'unsubscribed'): StyledPage {
  const { preferences, language } = shown;
  const { saved, channel: names } = preferenceTexts[language];
  const topic = topicOf(shown);
  const { topics, channels, snoozedUntil } = preferences;
  const isStopped = channels.some(({ channel, state }) => channel === 'EMAIL' && state !== 'ON');
  const received = topics.filter(({ isLeft }) => !isLeft).map(({ name }) => name);
  const reached = channels.filter(({ state }) => state === 'ON').map(({ channel }) => names[channel]);
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const lines = [
    ...(change === 'unsubscribed' && topic?.isLeft && !isStopped ? [saved.left(topic.name)] : []),
    ...(change === 'unsubscribed' && isStopped ? [saved.all] : []),
    ...(topics.length > 0 && reached.length > 0
      ? [received.length > 0 ? saved.topics(list.format(received)) : saved.noTopics]
      : []),
    reached.length > 0 ? saved.reached(list.format(reached)) : saved.unreached,
    ...(snoozedUntil !== null ? [saved.paused(dayOf(snoozedUntil, language))] : []),
    saved.again,
  ];
  const body = `${headerOf(shown.brand)}<main>
<h1>${escapeHtml(saved.heading)}</h1>
<div role="status">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
</div>
</main>`;
  return styled(saved.title, body, shown);
}

/**
 * `later`: a one-click request is stored, but not applied yet. `failed`: it is uncertain whether the choice was saved, so
 * the page has no button that could do something else than the person chose.
 */
export function plainPage(language: Language, page: 'later' | 'failed'): StyledPage {
  const { title, heading, text } = preferenceTexts[language][page];
  const body = `<main>\n<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(text)}</p>\n</main>`;
  return {
    html: htmlPage({ language, title, style: linkStyle, body }),
    policy: linkPolicy(digestOf(linkStyle)),
  };
}

/** The language that is stored for the person. */
export function languageOfPerson({ locale }: Preferences): Language | undefined {
  return readLanguage(locale ?? undefined);
}

function styled(title: string, body: string, { brand, language }: ShownPreferences): StyledPage {
  const all = linkStyle + style + brandStyle(brand.color);
  const images = brand.logo === null ? [] : [`img-src ${sourceOf(brand.logo.src)}`];
  return {
    html: htmlPage({ language, title: escapeHtml(title), style: all, body }),
    policy: [...linkPolicy(digestOf(all)), ...images],
  };
}

/** A URL as a source of a policy, in which semicolons and commas separate parts. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}

function headerOf({ logo }: Brand): string {
  if (logo === null) return '';
  return `<header><img src="${escapeHtml(logo.src)}" alt="${escapeHtml(logo.alt)}"></header>\n`;
}

function topicOf({ preferences, topicId }: ShownPreferences) {
  return topicId === undefined || preferences.leavesAll
    ? undefined
    : preferences.topics.find(({ id }) => id === topicId);
}

function unsubscribeForm(shown: ShownPreferences, { unsubscribe }: Texts): string {
  const { topicId, preferences } = shown;
  const topic = topicOf(shown);
  const isDeleted = topicId !== undefined && !preferences.topics.some(({ id }) => id === topicId);
  const lines = [
    ...(isDeleted ? [unsubscribe.deleted] : []),
    topic ? unsubscribe.ofTopic(topic.name) : unsubscribe.ofAll,
  ];
  return `<h1>${escapeHtml(unsubscribe.heading)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<form method="post">
<button name="List-Unsubscribe" value="One-Click">${escapeHtml(unsubscribe.button)}</button>
</form>`;
}

function topicsOf({ topics }: Preferences, texts: Texts): string {
  if (topics.length === 0) return '';
  const choices = topics.map(({ id, name, description, isLeft }) => {
    const was = isLeft ? '' : `<input type="hidden" name="was-topic" value="${id}">`;
    const about = description === '' ? '' : `<span id="about-${id}">${escapeHtml(description)}</span>`;
    const described = description === '' ? '' : ` aria-describedby="about-${id}"`;
    return `<div class="choice">${was}<input type="checkbox" id="topic-${id}" name="topic" value="${id}"${checked(!isLeft)}${described}><div><label for="topic-${id}">${escapeHtml(name)}</label>${about}</div></div>`;
  });
  return fieldset(texts.topics, choices);
}

function channelsOf({ channels }: Preferences, texts: Texts): string {
  const choices = channels.map(({ channel, state }) => {
    const name = escapeHtml(texts.channel[channel]);
    if (state === 'STOPPED' || state === 'BLOCKED')
      return `<div class="choice"><div>${name}<span>${escapeHtml(texts.state[state])}</span></div></div>`;
    const was = state === 'ON' ? `<input type="hidden" name="was-channel" value="${channel}">` : '';
    return `<div class="choice">${was}<input type="checkbox" id="channel-${channel}" name="channel" value="${channel}"${checked(state === 'ON')}><label for="channel-${channel}">${name}</label></div>`;
  });
  return fieldset(texts.channels, choices);
}

function pauseOf(
  { snoozedUntil }: Preferences,
  { pause }: Texts,
  { language, isInvalid, now }: { language: Language; isInvalid: boolean; now: Date },
): string {
  const isPaused = snoozedUntil !== null;
  const radio = (value: string, label: string, isChecked = false): string =>
    `<div class="choice"><input type="radio" id="pause-${value}" name="pause" value="${value}"${checked(isChecked)}><label for="pause-${value}">${escapeHtml(label)}</label></div>`;
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const invalid = isInvalid ? ' aria-invalid="true" aria-describedby="error"' : '';
  return fieldset(pause.legend, [
    ...(isPaused ? [] : ['<input type="hidden" name="was-pause" value="none">']),
    radio('none', pause.none, !isPaused && !isInvalid),
    ...(isPaused ? [radio('keep', pause.keep(dayOf(snoozedUntil, language)), !isInvalid)] : []),
    ...pauses.map((days) => radio(String(days), pause.days(days))),
    radio('date', pause.until, isInvalid),
    `<p><label for="date">${escapeHtml(pause.date)}</label>
<input id="date" name="date" type="date" min="${tomorrow}"${invalid}></p>`,
  ]);
}

function languageOf(preferences: Preferences, texts: Texts): string {
  if (!preferences.isKnown) return '';
  const own = languageOfPerson(preferences);
  const options = [
    ...(own ? [] : [`<option value="" selected>${escapeHtml(texts.unknownLanguage)}</option>`]),
    ...languages.map(
      (each) =>
        `<option value="${each}" lang="${each}"${each === own ? ' selected' : ''}>${languageNames[each]}</option>`,
    ),
  ];
  return `<input type="hidden" name="was-language" value="${own ?? ''}">
<p><label for="language">${escapeHtml(texts.language)}</label><br>
<select id="language" name="language">${options.join('')}</select></p>
`;
}

function fieldset(legend: string, choices: readonly string[]): string {
  return `<fieldset>\n<legend>${escapeHtml(legend)}</legend>\n${choices.join('\n')}\n</fieldset>\n`;
}

const checked = (isChecked: boolean): string => (isChecked ? ' checked' : '');

function dayOf(time: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}
