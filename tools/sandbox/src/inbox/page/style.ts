import { messageStyle } from './style-message';
import { phoneStyle } from './style-phone';

/** Colours, the frame of the page and the list; the message pane has a sheet of its own. */
const frameStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f3f0, #131517);
  --surface: light-dark(#ffffff, #1b1e21);
  --raised: light-dark(#faf9f7, #202428);
  --ink: light-dark(#1c1f22, #eceae6);
  --quiet: light-dark(#5c6268, #a2a8ae);
  --line: light-dark(#e2dfd9, #2e3338);
  --accent: light-dark(#0f766e, #5eccc0);
  --accent-ground: light-dark(#e3f1ee, #17332f);
  --on-accent: light-dark(#ffffff, #06201d);
  --danger: light-dark(#b42318, #f2867c);
  --warm-ground: light-dark(#fbf1da, #332a14);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace;
  font: 15px/1.45 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); }
a { color: var(--accent); text-underline-offset: 0.18em; }
svg { fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; flex: none; }
code, pre { font-family: var(--mono); font-size: 0.92em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.pane:focus { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 12px; top: -60px; z-index: 3; padding: 8px 14px; background: var(--surface); border-radius: 8px; }
.skip:focus { top: 8px; }
.quiet { color: var(--quiet); font-weight: 400; }

.bar { display: flex; align-items: center; gap: 16px; padding: 10px 20px; background: var(--surface); border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: 8px; color: var(--ink); font-weight: 650; letter-spacing: -0.01em; text-decoration: none; white-space: nowrap; }
.brand svg { color: var(--accent); width: 24px; height: 24px; }
.search { position: relative; flex: 1; max-width: 460px; margin: 0; }
.search svg { position: absolute; left: 11px; top: 50%; translate: 0 -50%; width: 17px; color: var(--quiet); pointer-events: none; }
.search input { width: 100%; height: 38px; padding: 0 12px 0 36px; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 9px; }
.search input::placeholder { color: var(--quiet); opacity: 1; }
.actions { display: flex; align-items: center; gap: 10px; margin-left: auto; }
.button { display: inline-flex; align-items: center; gap: 6px; min-height: 36px; padding: 0 12px; font: inherit; font-weight: 550; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 9px; text-decoration: none; white-space: nowrap; cursor: pointer; }
.button:hover { border-color: var(--quiet); }
.button svg { width: 17px; height: 17px; }
.danger { color: var(--danger); border-color: currentColor; }
.live { display: inline-flex; align-items: center; gap: 7px; color: var(--quiet); font-size: 13px; }
.live[hidden] { display: none; }
.live::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--accent); }
.live.lost::before { background: var(--danger); }
.emptying { position: relative; }
.emptying summary { list-style: none; }
.emptying summary::-webkit-details-marker { display: none; }
.emptying form { position: absolute; right: 0; top: calc(100% + 8px); z-index: 2; width: 250px; padding: 14px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 12px 32px rgb(0 0 0 / 0.16); }
.emptying p { margin: 0 0 12px; }

.panes { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(320px, 400px) minmax(0, 1fr); }
.list { position: relative; overflow-y: auto; background: var(--surface); border-right: 1px solid var(--line); }
.pane { position: relative; overflow-y: auto; min-width: 0; }
.list-head { position: sticky; top: 0; z-index: 1; display: flex; align-items: baseline; gap: 8px; padding: 14px 20px 10px; background: var(--surface); }
.list-head h2 { margin: 0; font-size: 17px; letter-spacing: -0.01em; }
.count { color: var(--quiet); font-variant-numeric: tabular-nums; }
.filter { display: flex; gap: 6px; padding: 0 20px 10px; }
.filter a { padding: 3px 12px; font-size: 13px; color: var(--quiet); border: 1px solid var(--line); border-radius: 99px; text-decoration: none; }
.filter a[aria-current='true'] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.rows { margin: 0; padding: 0; list-style: none; }
.rows a { display: grid; grid-template-columns: 36px minmax(0, 1fr) auto; column-gap: 12px; padding: 11px 20px 12px; color: inherit; text-decoration: none; border-top: 1px solid var(--line); }
.rows a:hover { background: var(--raised); }
.rows a[aria-current='true'] { background: var(--accent-ground); box-shadow: inset 3px 0 var(--accent); }
.rows a[aria-current='true'] .channel { background: var(--surface); }
.rows a:focus-visible { outline-offset: -3px; }
.rows .to, .rows .title, .rows .from { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
.rows .to { font-weight: 600; }
.rows time { color: var(--quiet); font-size: 13px; font-variant-numeric: tabular-nums; align-self: center; }
.rows .title { grid-column: 2 / -1; }
.rows .from { grid-column: 2 / -1; color: var(--quiet); font-size: 13px; }
.rows .channel { grid-row: 1 / 4; align-self: center; }
.channel { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 10px; color: var(--accent); background: var(--accent-ground); }
.channel svg { width: 19px; height: 19px; }
.channel.sms { color: light-dark(#4a4fb5, #a9aef5); background: light-dark(#ebebfa, #25274a); }
.channel.whatsapp { color: light-dark(#1a7a3c, #6fd591); background: light-dark(#e2f4e7, #173420); }
.nothing { margin: 0; padding: 28px 20px; color: var(--quiet); overflow-wrap: anywhere; }
.turning { display: flex; justify-content: space-between; padding: 14px 20px 22px; border-top: 1px solid var(--line); }
.turning:not(:has(a)) { display: none; }
.turning a:last-child { margin-left: auto; }

@media (max-width: 760px) {
  body { height: auto; min-height: 100dvh; }
  .bar { flex-wrap: wrap; gap: 10px; padding: 10px 16px; }
  .shows-list .bar, .shows-board .bar { position: sticky; top: 0; z-index: 2; }
  .shows-pane .search { display: none; }
  .search { order: 3; flex-basis: 100%; max-width: none; }
  .search input { height: 42px; font-size: 16px; }
  .live { font-size: 0; gap: 0; }
  .panes { display: block; }
  .list { border: 0; }
  .list-head { position: static; }
  .list-head, .filter, .nothing, .turning { padding-left: 16px; padding-right: 16px; }
  .rows a { padding-left: 16px; padding-right: 16px; }
  .actions { gap: 8px; }
  .emptying summary { width: 40px; padding: 0; justify-content: center; }
  .emptying summary span { display: none; }
  .shows-list .pane, .shows-pane .list { display: none; }
  .shows-pane .panes { flex: 1; display: flex; flex-direction: column; }
  .shows-pane .pane { flex: 1; display: flex; flex-direction: column; }
}
@media (max-width: 420px) {
  .brand .quiet { display: none; }
}
@media (prefers-reduced-motion: no-preference) {
  .new { animation: arrive 1.6s ease-out; }
  @keyframes arrive { from { background: var(--accent-ground); } }
}
`;

export const style = frameStyle + messageStyle + phoneStyle;
