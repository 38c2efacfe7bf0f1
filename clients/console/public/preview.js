/* Shows the email that the console posts. The headers of this page prevent scripts in the email. */
/* Styles for a dark or a light mode apply as if the reader had chosen it, whatever mode this browser has. */
const setScheme = (scheme) => {
  document.documentElement.style.colorScheme = 'light';
  for (const sheet of document.styleSheets) {
    // Style sheets from other servers can't be read.
    if (sheet.href === null) for (const rule of sheet.cssRules) setRule(rule, scheme);
  }
};

const setRule = (rule, scheme) => {
  if (!(rule instanceof CSSMediaRule)) return;
  rule.media.mediaText = rule.media.mediaText.replaceAll(
    /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/g,
    (_all, wanted) => (wanted === scheme ? '(min-width: 0px)' : '(max-width: 0px)'),
  );
  for (const inner of rule.cssRules) setRule(inner, scheme);
};

const show = ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  document.head.replaceChildren(...mail.head.children);
  document.body.replaceWith(mail.body);
  setScheme(data.isDark === true ? 'dark' : 'light');
};

addEventListener('message', show);
// A link would navigate this frame away from the preview.
addEventListener('click', (event) => event.preventDefault(), true);
parent.postMessage('ready', '*');
