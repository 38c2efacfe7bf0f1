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

const show = ({ html, isDark }) => {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  document.head.replaceChildren(...mail.head.children);
  document.body.replaceWith(mail.body);
  setScheme(isDark === true ? 'dark' : 'light');
  parent.postMessage({ links: linksIn(document).map((link) => link.getAttribute('href')) }, '*');
};

const linksIn = ({ body }) => [...body.querySelectorAll('a[href], area[href]')];

/* Badges on the links lie above the email, in a tree of their own, which the styles of the email don't reach. */
const layer = document.createElement('link-badges');
layer.setAttribute('aria-hidden', 'true');
const badgeStyles = `
  :host { all: initial; position: absolute; inset: 0 auto auto 0; z-index: 2147483647; }
  span, div { position: absolute; pointer-events: none; box-sizing: border-box; }
  span {
    padding: 0.15em 0.55em; border: 1px solid #0003; border-radius: 1em; box-shadow: 0 1px 2px #0004;
    font: 600 1em/1.3 system-ui, sans-serif; white-space: nowrap;
  }
  .none { border: 1px dashed #495057; background: #fff; color: #212529; }
  .uncounted { background: #e9ecef; color: #343a40; }
  .low { background: #fff3bf; color: #212529; }
  .some { background: #ffd43b; color: #212529; }
  .many { background: #ff922b; color: #212529; }
  .most { background: #c92a2a; color: #fff; }
  div { border: 0.25em solid #1864ab; border-radius: 0.3em; }`;

/* The badge of each link in the order of the email, null: none; the text size; and the links to outline. */
let badges = { marks: [], size: 12, outlined: [] };

/* A link's own box lacks the images in it. */
const boxOf = (link) => {
  const content = document.createRange();
  content.selectNodeContents(link);
  return content.getBoundingClientRect();
};

const drawBadges = () => {
  const { marks, size, outlined } = badges;
  if (marks.length === 0) {
    layer.remove();
    return;
  }
  const drawn = linksIn(document).flatMap((link, index) => {
    const { left, top, right, width, height } = boxOf(link);
    const mark = marks[index];
    if (!mark || width === 0 || height === 0) return [];
    const badge = document.createElement('span');
    badge.className = mark.strength;
    badge.textContent = mark.text;
    badge.style.top = `${Math.max(0, top + scrollY - size)}px`;
    badge.style.right = `${Math.max(0, innerWidth - right - scrollX - size)}px`;
    if (!outlined.includes(index)) return [badge];
    const outline = document.createElement('div');
    const gap = size / 3;
    outline.style.left = `${left + scrollX - gap}px`;
    outline.style.top = `${top + scrollY - gap}px`;
    outline.style.width = `${width + 2 * gap}px`;
    outline.style.height = `${height + 2 * gap}px`;
    return [outline, badge];
  });
  const styles = document.createElement('style');
  styles.textContent = badgeStyles;
  layer.style.fontSize = `${size}px`;
  layer.style.width = `${innerWidth}px`;
  const root = layer.shadowRoot ?? layer.attachShadow({ mode: 'open' });
  root.replaceChildren(styles, ...drawn);
  document.documentElement.append(layer);
};

const setBadges = (given) => {
  const [before] = badges.outlined;
  badges = given;
  drawBadges();
  const [first] = given.outlined;
  if (first === undefined || first === before) return;
  linksIn(document)[first]?.scrollIntoView({ block: 'center' });
};

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return;
  if (typeof data?.html === 'string') show(data);
  if (data?.badges) setBadges(data.badges);
});
// Images that load move the links.
addEventListener('load', drawBadges, true);
addEventListener('resize', drawBadges);
// A link would navigate this frame away from the preview.
addEventListener('click', (event) => event.preventDefault(), true);
parent.postMessage('ready', '*');
