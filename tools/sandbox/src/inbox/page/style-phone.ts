/** The channels side by side, and a conversation: each as the phone it would arrive on. */
export const phoneStyle = `
.board { flex: 1; min-height: 0; display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 18px; padding: 18px 20px; }
.board:focus { outline: none; }
.phone { position: relative; display: flex; flex-direction: column; min-height: 0; overflow-y: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 22px; }
.phone > header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 10px; padding: 14px 18px 12px; background: var(--surface); border-bottom: 1px solid var(--line); }
.phone h2 { margin: 0; font-size: 17px; letter-spacing: -0.01em; }
.phone .count { margin-left: auto; }
.phone .rows .channel { display: none; }
.phone .rows a { grid-template-columns: minmax(0, 1fr) auto; padding: 11px 18px 12px; }
.phone .rows .title, .phone .rows .from { grid-column: 1 / -1; }
.phone .rows li:first-child a { border-top: 0; }
.talk-part { padding: 12px 18px 16px; border-bottom: 1px solid var(--line); }
.talk-part h3 { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 10px; margin: 0 0 10px; font-size: 15px; font-variant-numeric: tabular-nums; }
.talk-part h3 .quiet { font-size: 13px; }

.bubbles { display: flex; flex-direction: column; gap: 6px; margin: 0; padding: 0; list-style: none; }
.bubbles li { max-width: 86%; padding: 7px 12px 6px; border-radius: 16px; }
.bubbles .received { align-self: flex-start; border-bottom-left-radius: 5px; background: light-dark(#eceae6, #2a2f34); }
.bubbles .written { align-self: flex-end; border-bottom-right-radius: 5px; background: light-dark(#dfe0fb, #2e3063); }
.bubbles.whatsapp .received { background: light-dark(#ffffff, #22302a); border: 1px solid var(--line); }
.bubbles.whatsapp .written { background: light-dark(#d9f5dc, #1d4a33); }
.bubbles p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.bubbles code { padding: 0; background: none; border: 0; }
.bubbles small { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0 8px; margin-top: 2px; color: light-dark(#53595f, #aab0b6); font-size: 12px; font-variant-numeric: tabular-nums; }
.bubbles .parts { margin-right: auto; }
.bubbles [aria-current='true'] { box-shadow: 0 0 0 2px var(--accent); }
.ticks { display: inline-flex; align-items: center; gap: 3px; }
.ticks svg { width: 15px; height: 15px; }
.ticks.read { color: light-dark(#0369a1, #7cc8f5); }
.ticks.undelivered { color: var(--danger); font-weight: 600; }

.chat { display: flex; flex-direction: column; height: 100%; background: var(--surface); }
.chat.whatsapp .talk { background: light-dark(#f3efe7, #14191a); }
.chat > header { display: flex; align-items: center; gap: 12px; padding: 14px 24px; border-bottom: 1px solid var(--line); }
.chat h1 { margin: 0; font-size: 19px; font-variant-numeric: tabular-nums; }
.chat header p { margin: 0; font-size: 13px; }
.chat .download { margin-left: auto; }
.chat .back { margin: 0; }
.talk { position: relative; flex: 1; min-height: 0; overflow-y: auto; padding: 20px 24px; }
.talk .bubbles li { max-width: min(70%, 56ch); }
.writing { display: flex; flex-wrap: wrap; gap: 8px; padding: 12px 24px; border-top: 1px solid var(--line); }
.writing form { display: flex; gap: 8px; margin: 0; }
.writing .box { flex: 1 1 260px; }
.writing input:not([type='hidden']) { flex: 1; min-width: 0; height: 38px; padding: 0 14px; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 19px; }
.writing input::placeholder { color: var(--quiet); opacity: 1; }
.send { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }

@media (max-width: 760px) {
  .board { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; gap: 12px; padding: 12px 16px; height: calc(100dvh - 160px); flex: none; }
  .phone { flex: 0 0 88%; scroll-snap-align: center; }
  .chat { flex: 1; }
  .chat > header, .writing { padding-left: 16px; padding-right: 16px; }
  .chat .download { display: none; }
  .shows-pane .talk { min-height: 50dvh; padding: 14px 16px; }
  .talk .bubbles li { max-width: 86%; }
  .writing { position: sticky; bottom: 0; background: var(--surface); }
  .writing input:not([type='hidden']) { height: 42px; font-size: 16px; }
}
`;
