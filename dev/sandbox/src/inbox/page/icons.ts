import { type Channel } from '../../messages/message';
import { html, Html } from '../html';

const drawn = (paths: string): Html =>
  new Html(
    `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${paths}</svg>`,
  );

export const bell = drawn(
  '<path d="M12 2.5v2M6.2 16.5c1.6-2 1.3-4.6 1.7-6.8.5-2.6 2-4.4 4.1-4.4s3.6 1.8 4.1 4.4c.4 2.2.1 4.8 1.7 6.8"/><path d="M4.5 16.5h15"/><path d="M10.2 19a1.9 1.9 0 0 0 3.6 0"/>',
);
export const magnifier = drawn('<circle cx="11" cy="11" r="6"/><path d="m20 20-4.6-4.6"/>');
export const back = drawn('<path d="M14.5 5.5 8 12l6.5 6.5"/>');
export const bin = drawn('<path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5"/>');

export const tick = drawn('<path d="m5 12.5 4.500 4.500L19 7"/>');
export const twoTicks = drawn('<path d="m2 12.500 4.500 4.500L16 7M11.500 16.500l.5.5L21.500 7"/>');

const channelIcons: Record<Channel, Html> = {
  EMAIL: drawn('<rect x="3.5" y="5.5" width="17" height="13" rx="2"/><path d="m4 7 8 6 8-6"/>'),
  SMS: drawn('<path d="M4 5.5h16v11h-9l-4.5 3.5v-3.5H4z"/><path d="M8 9.5h8M8 12.5h5"/>'),
  WHATSAPP: drawn(
    '<path d="M4 20l1.3-4A8 8 0 1 1 8.2 18.900z"/><path d="M9 8.800c0 3.400 2.800 6.200 6.200 6.200l.6-1.700-2-1-1 .8a5 5 0 0 1-1.900-1.900l.8-1-1-2z"/>',
  ),
};

export const channelNames: Record<Channel, string> = { EMAIL: 'Email', SMS: 'SMS', WHATSAPP: 'WhatsApp' };

export function channelIcon(channel: Channel): Html {
  const name = channelNames[channel];
  return html`<span class="channel ${channel.toLowerCase()}" title="${name}"
    >${channelIcons[channel]}<span class="unseen">${name}</span></span
  >`;
}
