/** The pane with one message, and the help page. */
export const messageStyle = `
.message { display: flex; flex-direction: column; min-height: 100%; background: var(--surface); }
.message > header { padding: 22px 28px 0; border-bottom: 1px solid var(--line); }
.message h1, .help h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; unicode-bidi: isolate; }
.back { display: none; align-items: center; gap: 2px; margin: 0 0 12px -6px; min-height: 32px; text-decoration: none; font-weight: 550; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0 0 16px; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
.attached { margin: 0; padding: 0; list-style: none; }
.attached small { color: var(--quiet); }
.tabs { display: flex; gap: 22px; overflow-x: auto; }
.tabs a { padding: 9px 1px 10px; color: var(--quiet); text-decoration: none; font-weight: 550; border-bottom: 2px solid transparent; white-space: nowrap; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current='page'] { color: var(--ink); border-bottom-color: var(--accent); }
.tabs a:focus-visible { outline-offset: -3px; }
.tabs .download { margin-left: auto; }
.notice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin: 0; padding: 8px 28px; background: var(--warm-ground); border-bottom: 1px solid var(--line); }
.notice .button { min-height: 32px; }
/* Mails are written for a white page, whatever the reader's own colours are. */
.rendered { flex: 1; width: 100%; min-height: 420px; padding: 12px 20px; border: 0; background: #fff; color-scheme: light; }
.scrolled { overflow: auto; }
pre { margin: 0; padding: 22px 28px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre.text { max-width: 84ch; font-family: inherit; font-size: 15px; line-height: 1.6; }
pre.source { line-height: 1.5; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 9px 16px 9px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.headers th { padding-left: 28px; width: 1%; white-space: nowrap; color: var(--quiet); font-weight: 500; }
.headers td { padding-right: 28px; font-family: var(--mono); font-size: 0.88em; line-height: 1.6; overflow-wrap: anywhere; unicode-bidi: isolate; }

.help { max-width: 760px; padding: 40px 44px 56px; }
.help h1 { font-size: 26px; }
.help h2 { margin: 32px 0 4px; font-size: 17px; }
.help p { margin: 0 0 18px; max-width: 62ch; }
.help code { padding: 1px 5px; background: var(--raised); border: 1px solid var(--line); border-radius: 5px; white-space: nowrap; }
.magic thead th { color: var(--quiet); font-size: 13px; font-weight: 500; }
.magic tbody th { font-weight: 400; }
.magic td:nth-child(2) { white-space: nowrap; }

@media (max-width: 760px) {
  .back { display: inline-flex; }
  .message { flex: 1; min-height: 0; }
  .message > header { padding: 12px 16px 0; }
  .message h1 { font-size: 19px; }
  .notice { padding: 8px 16px; }
  .rendered { min-height: 70dvh; padding: 8px; }
  pre { padding: 16px; }
  .headers tr { display: block; padding: 10px 16px; border-bottom: 1px solid var(--line); }
  .headers th, .headers td { display: block; width: auto; padding: 0; border: 0; }
  .tabs { gap: 10px; font-size: 14px; }
  .help { padding: 14px 16px 40px; }
  .magic thead { display: none; }
  .magic tr { display: grid; grid-template-columns: auto 1fr; column-gap: 8px; padding: 12px 0; border-bottom: 1px solid var(--line); }
  .magic th, .magic td { padding: 0; border: 0; }
  .magic td:last-child { grid-column: 1 / -1; padding-top: 4px; }
}
`;
